// The clock of seqlock.c. Readers wait until the number is even before they begin. If it is the same at the end, nobody
// has written in between.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_uint sequence;
static atomic_int seconds = 1, milliseconds = 900;

static void set_clock(int s, int ms) {
  atomic_fetch_add(&sequence, 1);
  atomic_store(&seconds, s);
  atomic_store(&milliseconds, ms);
  atomic_fetch_add(&sequence, 1);
}

static int read_clock(void) {
  unsigned before;
  int s, ms;
  do {
    while ((before = atomic_load(&sequence)) % 2 == 1)
      ;
    s = atomic_load(&seconds);
    ms = atomic_load(&milliseconds);
  } while (atomic_load(&sequence) != before);
  return 1000 * s + ms;
}

static void *tick(void *unused) {
  (void)unused;
  set_clock(2, 0);
  set_clock(2, 100);
  return NULL;
}

static void *watch(void *unused) {
  (void)unused;
  int earlier = read_clock();
  int later = read_clock();
  assert(earlier <= later);
  return NULL;
}

int main(void) {
  pthread_t clock, watcher;
  pthread_create(&clock, NULL, tick, NULL);
  pthread_create(&watcher, NULL, watch, NULL);
  pthread_join(clock, NULL);
  pthread_join(watcher, NULL);
  assert(read_clock() == 2100);
  return 0;
}
