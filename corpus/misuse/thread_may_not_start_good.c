//@ verdict: TRUE
//@ options: --may-fail pthread_create
// A thread is joined if it was started.
#include <pthread.h>

static int count;

static void *worker(void *unused) {
  count++;
  return unused;
}

int main(void) {
  pthread_t thread;
  if (pthread_create(&thread, 0, worker, 0) != 0) return 1;
  pthread_join(thread, 0);
  return 0;
}
