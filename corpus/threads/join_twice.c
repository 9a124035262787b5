// A thread that has been joined is no longer joinable: the second join is undefined (POSIX).
//@ verdict: FALSE(memory)
//@ line: 12
#include <pthread.h>

void *worker(void *unused) { return 0; }

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, worker, 0);
  pthread_join(thread, 0);
  pthread_join(thread, 0);
  return 0;
}
