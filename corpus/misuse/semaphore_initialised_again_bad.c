//@ verdict: FALSE(memory)
//@ says: a semaphore is initialised again
// Two threads initialise one semaphore.
#include <pthread.h>
#include <semaphore.h>

static sem_t slots;

static void *worker(void *unused) {
  sem_init(&slots, 0, 1);
  sem_wait(&slots);
  sem_post(&slots);
  return unused;
}

int main(void) {
  pthread_t thread;
  sem_init(&slots, 0, 1);
  pthread_create(&thread, 0, worker, 0);
  sem_wait(&slots);
  sem_post(&slots);
  pthread_join(thread, 0);
  return 0;
}
