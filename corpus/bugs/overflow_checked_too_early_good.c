//@ verdict: TRUE
// The value that was checked is the one that is incremented; compare-exchange sees to that.
#include <limits.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int level = INT_MAX - 1;

static void *raise_level(void *arg) {
  int now = atomic_load(&level);
  while (now < INT_MAX && !atomic_compare_exchange_strong(&level, &now, now + 1)) ;
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
