//@ verdict: FALSE(deadlock)
//@ says: waits in sem_wait for `a`
//@ says: waits in sem_wait for `b`
// Each has one and wants the other.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t a, b;

static void *worker(void *unused) {
  sem_wait(&a);
  sem_wait(&b);
  sem_post(&b);
  sem_post(&a);
  return unused;
}

int main(void) {
  pthread_t thread;
  sem_init(&a, 0, 1);
  sem_init(&b, 0, 1);
  pthread_create(&thread, 0, worker, 0);
  sem_wait(&b);
  sem_wait(&a);
  sem_post(&a);
  sem_post(&b);
  pthread_join(thread, 0);
  return 0;
}
