// The sibling of callback_context.c whose context is a local variable of a function that does not wait for the callback.
//@ verdict: FALSE(memory,race)
//@ line: 15
//@ says: use after
#include <pthread.h>

struct callback {
  void (*call)(void *context);
  void *context;
};
struct callback callback;
pthread_t thread;

static void set(void *context) {
  *(int *)context = 1;
}

void *fire(void *unused) {
  callback.call(callback.context);
  return 0;
}

static void request(void) {
  int done = 0;
  callback = (struct callback){set, &done};
  pthread_create(&thread, 0, fire, 0);
}

int main(void) {
  request();
  pthread_join(thread, 0);
  return 0;
}
