//@ verdict: FALSE(memory)
//@ options: --may-fail pthread_create
// A thread is joined that may not have been started.
#include <pthread.h>

static int count;

static void *worker(void *unused) {
  count++;
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, worker, 0);
  pthread_join(thread, 0);
  return 0;
}
