// Double-checked creation, done right: the object is complete before the pointer to it is published.
//@ verdict: TRUE
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct config {
  int size;
};
struct config *_Atomic instance;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int created;

static struct config *get(void) {
  struct config *it = instance;
  if (!it) {
    pthread_mutex_lock(&lock);
    it = instance;
    if (!it) {
      it = malloc(sizeof *it);
      it->size = 8;
      created++;
      instance = it;
    }
    pthread_mutex_unlock(&lock);
  }
  return it;
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
  assert(created == 1);
  return 0;
}
