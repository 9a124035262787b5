//@ verdict: FALSE(deadlock)
//@ line: 22
// The latch is counted down by load and store; if one count is lost it never opens.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int latch = 2;
static int parts[2];

static void *work(void *arg) {
  *(int *)arg = 21;
  int left = atomic_load(&latch);
  atomic_store(&latch, left - 1);
  return NULL;
}

int main(void) {
  pthread_t workers[2];
  for (int i = 0; i < 2; i++) pthread_create(&workers[i], NULL, work, &parts[i]);
  while (atomic_load(&latch) != 0) ;
  assert(parts[0] + parts[1] == 42);
  for (int i = 0; i < 2; i++) pthread_join(workers[i], NULL);
  return 0;
}
