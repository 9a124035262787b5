//@ verdict: TRUE
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
atomic_int a;
static void *add(void *unused) {
  atomic_fetch_add(&a, 10);
  return unused;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, add, 0);
  int before = atomic_load(&a);
  int found = before - atomic_fetch_add(&a, 1);
  assert(found <= 0);
  pthread_join(thread, 0);
  return 0;
}
