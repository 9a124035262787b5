//@ verdict: TRUE
// After a broadcast nobody waits any more, and the condition variable may go.
#include <pthread.h>
#include <stdlib.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t *changed;
static int ready;
static void *waiter(void *unused) {
  pthread_mutex_lock(&lock);
  while (!ready) pthread_cond_wait(changed, &lock);
  pthread_mutex_unlock(&lock);
  return unused;
}
int main(void) {
  pthread_t thread;
  changed = malloc(sizeof *changed);
  if (!changed) return 0;
  pthread_cond_init(changed, 0);
  pthread_create(&thread, 0, waiter, 0);
  pthread_mutex_lock(&lock);
  ready = 1;
  pthread_cond_broadcast(changed);
  pthread_cond_destroy(changed);
  free(changed);
  pthread_mutex_unlock(&lock);
  pthread_join(thread, 0);
  return 0;
}
