// Two threads wait for each other's end.
//@ verdict: FALSE(deadlock)
//@ says: waits for T1 to end
//@ says: waits for T2 to end
#include <pthread.h>

pthread_t first, second;
pthread_mutex_t start = PTHREAD_MUTEX_INITIALIZER;

void *join_second(void *unused) {
  pthread_mutex_lock(&start);
  pthread_mutex_unlock(&start);
  pthread_join(second, 0);
  return 0;
}

void *join_first(void *unused) {
  pthread_mutex_lock(&start);
  pthread_mutex_unlock(&start);
  pthread_join(first, 0);
  return 0;
}

int main(void) {
  pthread_mutex_lock(&start);
  pthread_create(&first, 0, join_second, 0);
  pthread_create(&second, 0, join_first, 0);
  pthread_mutex_unlock(&start);
  pthread_exit(0);
}
