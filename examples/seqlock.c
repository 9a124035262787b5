// A clock of two words behind a sequence lock. The writer counts the sequence up before and after it writes, so an odd
// number means that it is writing. Readers need no lock: they read again if the number has changed meanwhile. But a
// reader that begins and ends while the clock is being set finds the same odd number twice, and takes half of each
// time.
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
    before = atomic_load(&sequence);
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
