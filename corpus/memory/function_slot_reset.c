// A handler is unregistered between the check and the call of another thread.
//@ verdict: FALSE(memory)
//@ line: 12
#include <pthread.h>
#include <stdatomic.h>

static void greet(void) {}
void (*_Atomic handler)(void) = greet;

void *notify(void *unused) {
  if (handler) {
    handler();
  }
  return 0;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, notify, 0);
  handler = 0;
  pthread_join(thread, 0);
  return 0;
}
