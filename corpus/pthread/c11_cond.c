//@ verdict: TRUE or open
//@ says: scope: all executions
// The threads of C11: a mutex, a condition variable, and a result that is an int.
#include <assert.h>
#include <threads.h>

static mtx_t lock;
static cnd_t changed;
static int ready;

static int worker(void *argument) {
  mtx_lock(&lock);
  ready = *(int *)argument;
  cnd_signal(&changed);
  mtx_unlock(&lock);
  return -7;
}

int main(void) {
  thrd_t thread;
  int argument = 3, result;
  assert(mtx_init(&lock, mtx_plain) == thrd_success);
  cnd_init(&changed);
  assert(thrd_create(&thread, worker, &argument) == thrd_success);
  mtx_lock(&lock);
  while (!ready) cnd_wait(&changed, &lock);
  mtx_unlock(&lock);
  assert(thrd_join(thread, &result) == thrd_success);
  assert(result == -7 && ready == 3);
  assert(!thrd_equal(thread, thrd_current()));
  mtx_destroy(&lock);
  cnd_destroy(&changed);
  return 0;
}
