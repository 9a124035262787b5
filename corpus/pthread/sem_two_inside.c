//@ verdict: FALSE(reach,race)
// A semaphore of two lets two in.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t lock;
static int count;

static void *worker(void *unused) {
  sem_wait(&lock);
  count++;
  sem_post(&lock);
  return unused;
}

int main(void) {
  pthread_t one, two;
  sem_init(&lock, 0, 2);
  pthread_create(&one, 0, worker, 0);
  pthread_create(&two, 0, worker, 0);
  pthread_join(one, 0);
  pthread_join(two, 0);
  assert(count == 2);
  return 0;
}
