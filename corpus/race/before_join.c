// The result is read before the thread is joined.
//@ verdict: FALSE(race)
//@ says: data race on `result`
//@ says: main: non-atomic read of 4 bytes
#include <pthread.h>

int result;

void *work(void *unused) {
  result = 1;
  return 0;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, work, 0);
  int early = result;
  pthread_join(thread, 0);
  return early;
}
