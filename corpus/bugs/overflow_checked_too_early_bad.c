//@ verdict: FALSE(overflow)
//@ line: 15
//@ says: signed overflow
// There is a check against overflow, but the value is loaded again for the addition and may have grown since.
#include <limits.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int level = INT_MAX - 1;

static void *raise_level(void *arg) {
  if (atomic_load(&level) < INT_MAX) {
    int now = atomic_load(&level);
    atomic_store(&level, now + 1);
  }
  return arg;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, 0, raise_level, 0);
  pthread_create(&second, 0, raise_level, 0);
  pthread_join(first, 0);
  pthread_join(second, 0);
  return 0;
}
