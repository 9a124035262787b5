//@ verdict: FALSE(memory)
//@ says: a mutex is initialised again without having been destroyed
// A pool hands out a slot again whose mutex was not destroyed.
#include <pthread.h>
#include <string.h>

struct slot {
  pthread_mutex_t lock;
  long data;
};
static struct slot pool;

static struct slot *take(void) {
  pthread_mutex_init(&pool.lock, 0);
  return &pool;
}

int main(void) {
  struct slot *first = take();
  first->data = 1;
  struct slot *second = take();
  pthread_mutex_lock(&second->lock);
  pthread_mutex_unlock(&second->lock);
  return 0;
}
