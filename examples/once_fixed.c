// The settings of once.c. The pointer is atomic, and is set when the settings are complete: who finds it finds them,
// too.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <stdlib.h>

struct settings {
  int width, height;
};

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static _Atomic(struct settings *) settings;

static struct settings *get_settings(void) {
  if (settings == NULL) {
    pthread_mutex_lock(&mutex);
    if (settings == NULL) {
      struct settings *loaded = calloc(1, sizeof *loaded);
      loaded->width = 640;
      loaded->height = 480;
      settings = loaded;
    }
    pthread_mutex_unlock(&mutex);
  }
  return settings;
}

static void *draw(void *unused) {
  (void)unused;
  struct settings *s = get_settings();
  assert(s->width == 640 && s->height == 480);
  return NULL;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, draw, NULL);
  pthread_create(&second, NULL, draw, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  free(settings);
  return 0;
}
