// A watchdog stops a worker that was silent for two rounds, forever.
// A worker that works has missed less than two rounds.
//@ verdict: TRUE
#include <assert.h>
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int alive, missed, stopped;

static void *worker(void *arg) {
  while (1) {
    int works = __VERIFIER_nondet_int();
    pthread_mutex_lock(&m);
    if (works && !stopped) {
      assert(missed < 2);
      alive = 1;
    }
    pthread_mutex_unlock(&m);
  }
  return arg;
}

static void *watchdog(void *arg) {
  while (1) {
    pthread_mutex_lock(&m);
    if (alive) missed = 0;
    else if (missed < 2) missed++;
    alive = 0;
    if (missed >= 2) stopped = 1;
    pthread_mutex_unlock(&m);
  }
  return arg;
}

int main(void) {
  pthread_t t1, t2;
  pthread_create(&t1, 0, worker, 0);
  pthread_create(&t2, 0, watchdog, 0);
  pthread_join(t1, 0);
  pthread_join(t2, 0);
  return 0;
}
