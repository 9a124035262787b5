//@ verdict: FALSE(reach)
//@ line: 24
// Two gates count visitors by load and store; when both load the same number one visitor is lost.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int visitors;

static void *gate(void *arg) {
  (void)arg;
  int seen = atomic_load(&visitors);
  atomic_store(&visitors, seen + 1);
  return NULL;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, 0, gate, 0);
  pthread_create(&second, 0, gate, 0);
  pthread_join(first, 0);
  pthread_join(second, 0);
  assert(atomic_load(&visitors) == 2);
  return 0;
}
