// A callback with a context: the context lives on the heap and the callback frees it.
//@ verdict: TRUE
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct callback {
  void (*call)(void *context, int value);
  void *context;
};
struct sum {
  int *into;
  int factor;
};
int result;

static void add(void *context, int value) {
  struct sum *it = context;
  *it->into += it->factor * value;
  free(it);
}

void *fire(void *argument) {
  struct callback *it = argument;
  it->call(it->context, 7);
  return 0;
}

int main(void) {
  pthread_t thread;
  struct sum *sum = malloc(sizeof *sum);
  *sum = (struct sum){.into = &result, .factor = 6};
  struct callback callback = {add, sum};
  pthread_create(&thread, 0, fire, &callback);
  pthread_join(thread, 0);
  assert(result == 42);
  return 0;
}
