//@ verdict: FALSE(memory)
//@ says: a semaphore is used after it was destroyed
//@ says: `done` was destroyed here by main
// main does not wait until both have posted.
#include <pthread.h>
#include <semaphore.h>

static sem_t done;

static void *worker(void *unused) {
  sem_post(&done);
  return unused;
}

int main(void) {
  pthread_t one, two;
  sem_init(&done, 0, 0);
  pthread_create(&one, 0, worker, 0);
  pthread_create(&two, 0, worker, 0);
  sem_wait(&done);
  sem_destroy(&done);
  pthread_join(one, 0);
  pthread_join(two, 0);
  return 0;
}
