//@ verdict: FALSE(memory)
//@ says: a semaphore is used that was never initialised
// The programmer takes it for one with the value 0.
#include <pthread.h>
#include <semaphore.h>

static sem_t done;

static void *worker(void *unused) {
  sem_post(&done);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, worker, 0);
  sem_wait(&done);
  pthread_join(thread, 0);
  return 0;
}
