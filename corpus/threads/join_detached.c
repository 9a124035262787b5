// A detached thread is not joinable (POSIX: undefined). Detaching is not modelled yet, and the verdict says so.
//@ verdict: TRUE
//@ says: pthread_detach
#include <pthread.h>

void *worker(void *unused) { return 0; }

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, worker, 0);
  pthread_detach(thread);
  pthread_join(thread, 0);
  return 0;
}
