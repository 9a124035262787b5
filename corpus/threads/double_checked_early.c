// Double-checked creation, done wrong: the pointer is published before the object is filled in.
//@ verdict: FALSE(reach) without race
//@ line: 27
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct config {
  int size;
};
struct config *volatile instance;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static struct config *get(void) {
  if (!instance) {
    pthread_mutex_lock(&lock);
    if (!instance) {
      instance = calloc(1, sizeof(struct config));
      instance->size = 8;
    }
    pthread_mutex_unlock(&lock);
  }
  return instance;
}

void *use(void *unused) {
  assert(get()->size == 8);
  return 0;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, use, 0);
  use(0);
  pthread_join(thread, 0);
  return 0;
}
