// Functions that only lock or wait: the loop is seen through them, and no wake-up for no reason costs an execution.
//@ verdict: TRUE
//@ executions: naive 15, optimal 4
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct gate {
  pthread_mutex_t m;
  pthread_cond_t changed;
  int open;
};
static struct gate gate = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, 0};

static void take(pthread_mutex_t *m) {
  if (pthread_mutex_lock(m)) abort();
}

static void wait_at(struct gate *it) {
  if (pthread_cond_wait(&it->changed, &it->m) != 0) return;
}

static int is_closed(const struct gate *it) {
  return !it->open;
}

static void *waiter(void *argument) {
  struct gate *it = argument;
  take(&it->m);
  while (is_closed(it)) wait_at(it);
  pthread_mutex_unlock(&it->m);
  return 0;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, waiter, &gate);
  take(&gate.m);
  gate.open = 1;
  pthread_cond_signal(&gate.changed);
  pthread_mutex_unlock(&gate.m);
  pthread_join(thread, 0);
  return 0;
}
