// Settings that are loaded when somebody needs them for the first time. To spare everybody else the mutex, the pointer
// is looked at before the mutex is locked, and again afterwards (double-checked locking). But the pointer is set before
// the settings are loaded, so others may use them too early; and as it is not atomic, the first look is a data race.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <stdlib.h>

struct settings {
  int width, height;
};

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static struct settings *settings;

static struct settings *get_settings(void) {
  if (settings == NULL) {
    pthread_mutex_lock(&mutex);
    if (settings == NULL) {
      settings = calloc(1, sizeof *settings);
      settings->width = 640;
      settings->height = 480;
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
