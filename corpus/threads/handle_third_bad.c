// The handle is stored by a plain store, which races with a thread that looks for it.
//@ verdict: FALSE(race)
//@ line: 12
#include <pthread.h>

static pthread_t worker;

static void *work(void *unused) { return unused; }

static void *look(void *unused) {
  (void)unused;
  if (worker) pthread_detach(worker);
  return 0;
}

int main(void) {
  pthread_t other;
  pthread_create(&other, 0, look, 0);
  pthread_create(&worker, 0, work, 0);
  pthread_join(other, 0);
  return 0;
}
