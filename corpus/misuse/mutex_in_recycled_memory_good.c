//@ verdict: TRUE
// What was in a slot before is overwritten: no mutex is there any more.
#include <pthread.h>
#include <string.h>

struct slot {
  pthread_mutex_t lock;
  long data;
};
static struct slot pool;

static struct slot *take(void) {
  memset(&pool, 0, sizeof pool);
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
