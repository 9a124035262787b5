// Two POSIX semaphores pass the turn to and fro, forever.
// The second thread passes the turn too early.
//@ verdict: FALSE(reach)
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

sem_t to_first, to_second;
int number;

static void *first(void *arg) {
  while (1) {
    sem_wait(&to_first);
    assert(number == 0);
    number = 1;
    sem_post(&to_second);
  }
  return arg;
}

static void *second(void *arg) {
  while (1) {
    sem_wait(&to_second);
    assert(number == 1);
    sem_post(&to_first); // BUG: passes the turn before the number is back.
    number = 0;
  }
  return arg;
}

int main(void) {
  pthread_t t1, t2;
  sem_init(&to_first, 0, 1);
  sem_init(&to_second, 0, 0);
  pthread_create(&t1, 0, first, 0);
  pthread_create(&t2, 0, second, 0);
  pthread_join(t1, 0);
  pthread_join(t2, 0);
  return 0;
}
