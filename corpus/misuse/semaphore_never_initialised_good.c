//@ verdict: TRUE
// It has the value 0 because a call says so.
#include <pthread.h>
#include <semaphore.h>

static sem_t done;

static void *worker(void *unused) {
  sem_post(&done);
  return unused;
}

int main(void) {
  pthread_t thread;
  sem_init(&done, 0, 0);
  pthread_create(&thread, 0, worker, 0);
  sem_wait(&done);
  pthread_join(thread, 0);
  return 0;
}
