// What an undefined function returns is the same object for all threads: they race.
//@ verdict: FALSE(race)
//@ options: --externals havoc
//@ line: 9
#include <pthread.h>
int *slot(void);
static void *worker(void *argument) {
  int *place = slot();
  if (place) *place = 1;
  return argument;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, 0, worker, 0);
  pthread_create(&two, 0, worker, 0);
  pthread_join(one, 0);
  pthread_join(two, 0);
  return 0;
}
