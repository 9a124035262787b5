// The sibling of compound_literal.c that waits in the same block.
//@ verdict: TRUE
#include <assert.h>
#include <pthread.h>

struct range {
  int from, to;
};

void *length(void *argument) {
  struct range *it = argument;
  return (void *)(long)(it->to - it->from);
}

int main(void) {
  pthread_t thread;
  void *result;
  pthread_create(&thread, 0, length, &(struct range){.to = 3, .from = 1});
  pthread_join(thread, &result);
  assert((long)result == 2);
  return 0;
}
