//@ verdict: FALSE(memory)
// main writes and is done with the lock; the reader may come late.
#include <pthread.h>
#include <stdatomic.h>

static pthread_rwlock_t lock;
static atomic_int is_read;
static int value;

static void *reader(void *unused) {
  is_read = 1;
  pthread_rwlock_rdlock(&lock);
  int seen = value;
  pthread_rwlock_unlock(&lock);
  return seen ? unused : 0;
}

int main(void) {
  pthread_t thread;
  pthread_rwlock_init(&lock, 0);
  pthread_create(&thread, 0, reader, 0);
  if (!is_read) {
    pthread_rwlock_wrlock(&lock);
    value = 1;
    pthread_rwlock_unlock(&lock);
    if (!is_read)
      pthread_rwlock_destroy(&lock);
  }
  pthread_join(thread, 0);
  return 0;
}
