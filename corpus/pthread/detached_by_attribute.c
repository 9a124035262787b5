//@ verdict: FALSE(memory)
//@ line: 13
// Detached from the start.
#include <pthread.h>
static void *worker(void *unused) { return unused; }
int main(void) {
  pthread_t thread;
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
  pthread_create(&thread, &attributes, worker, 0);
  pthread_attr_destroy(&attributes);
  pthread_join(thread, 0);
  return 0;
}
