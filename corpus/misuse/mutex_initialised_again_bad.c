//@ verdict: FALSE(memory)
//@ says: a mutex is initialised again without having been destroyed
// A queue is opened twice.
#include <pthread.h>

struct queue {
  pthread_mutex_t lock;
  int items;
};
static struct queue queue;
static pthread_mutex_t other = PTHREAD_MUTEX_INITIALIZER;

static void open_queue(void) {
  pthread_mutex_init(&queue.lock, 0);
  queue.items = 0;
}

static void close_queue(void) {
  pthread_mutex_destroy(&queue.lock);
}

int main(void) {
  pthread_mutex_init(&other, 0);
  open_queue();
  open_queue();
  close_queue();
  return 0;
}
