//@ verdict: FALSE(deadlock)
//@ line: 14
//@ says: waits in pthread_barrier_wait for `meeting`
// The barrier waits for a third.
#include <assert.h>
#include <pthread.h>

static pthread_barrier_t meeting;
static int before[2], serial;

static void *worker(void *arg) {
  int *mine = arg;
  *mine = 1;
  if (pthread_barrier_wait(&meeting) == PTHREAD_BARRIER_SERIAL_THREAD) serial++;
  assert(before[0] == 1 && before[1] == 1);
  return 0;
}

int main(void) {
  pthread_t thread;
  pthread_barrier_init(&meeting, 0, 3);
  pthread_create(&thread, 0, worker, &before[0]);
  worker(&before[1]);
  pthread_join(thread, 0);
  assert(serial == 1);
  pthread_barrier_destroy(&meeting);
  return 0;
}
