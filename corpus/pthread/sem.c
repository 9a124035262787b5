//@ verdict: TRUE
//@ says: scope: all executions
// A semaphore of one is a lock, and one of none hands over.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t lock, done;
static int count;

static void *worker(void *unused) {
  sem_wait(&lock);
  count++;
  sem_post(&lock);
  sem_post(&done);
  return unused;
}

int main(void) {
  pthread_t one, two;
  sem_init(&lock, 0, 1);
  sem_init(&done, 0, 0);
  pthread_create(&one, 0, worker, 0);
  pthread_create(&two, 0, worker, 0);
  sem_wait(&done);
  sem_wait(&done);
  assert(count == 2);
  int value;
  sem_getvalue(&lock, &value);
  assert(value == 1);
  pthread_join(one, 0);
  pthread_join(two, 0);
  sem_destroy(&lock);
  return 0;
}
