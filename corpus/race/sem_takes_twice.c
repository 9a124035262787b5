//@ verdict: FALSE(race)
// Two that take from a semaphore are not ordered by it.
#include <pthread.h>
#include <semaphore.h>
static sem_t places;
static int data;
static void *other(void *unused) {
  data = 1;
  sem_wait(&places);
  return unused;
}
int main(void) {
  pthread_t thread;
  sem_init(&places, 0, 2);
  pthread_create(&thread, 0, other, 0);
  sem_wait(&places);
  data = 2;
  pthread_join(thread, 0);
  return 0;
}
