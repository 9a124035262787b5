//@ verdict: FALSE(race)
//@ options: --property race
//@ line: 11
//@ line: 17
// The first looks are in order with the write, by the lock; those that would follow are not.
#include <pthread.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int flag;
void *writer(void *a) {
  pthread_mutex_lock(&m); pthread_mutex_unlock(&m);
  flag = 1;
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, writer, 0);
  while (flag != 2) {
    pthread_mutex_lock(&m); pthread_mutex_unlock(&m);
  }
  return 0;
}
