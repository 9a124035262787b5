// Signed atomic fetch_add wraps silently (C11 7.17.7.5), which for ordinary integers would be an overflow.
//@ verdict: TRUE
#include <assert.h>
#include <limits.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int ticket = INT_MAX;

void *draw(void *unused) {
  atomic_fetch_add(&ticket, 1);
  return 0;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, draw, 0);
  draw(0);
  pthread_join(thread, 0);
  assert(ticket == INT_MIN + 1);
  return 0;
}
