//@ verdict: FALSE(race)
// A struct is made by whoever needs it first, checked without and again with the mutex; the first look orders nothing.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct settings {
  int width, height;
};

static _Atomic(struct settings *) settings;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static struct settings *get(void) {
  struct settings *it = atomic_load_explicit(&settings, memory_order_relaxed);
  if (!it) {
    pthread_mutex_lock(&lock);
    it = atomic_load_explicit(&settings, memory_order_relaxed);
    if (!it) {
      it = malloc(sizeof *it);
      it->width = 3;
      it->height = 4;
      atomic_store_explicit(&settings, it, memory_order_release);
    }
    pthread_mutex_unlock(&lock);
  }
  return it;
}

static void *user(void *arg) {
  struct settings *it = get();
  assert(it->width * it->height == 12);
  return arg;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, NULL, user, NULL);
  pthread_create(&two, NULL, user, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  free(get());
  return 0;
}
