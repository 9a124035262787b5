//@ verdict: TRUE
//@ says: scope: all executions
// The threads of C11: mutexes, condition variables, results, once, thread-specific values.
#include <assert.h>
#include <threads.h>

static mtx_t lock;
static cnd_t changed;
static once_flag once = ONCE_FLAG_INIT;
static tss_t key;
static int ready, times, ended;

static void initialise(void) { times++; }

static void end(void *value) { ended = *(int *)value; }

static int worker(void *argument) {
  static thread_local int own;
  own = 5;
  call_once(&once, initialise);
  assert(tss_set(key, &ended) == thrd_success);
  mtx_lock(&lock);
  ready = *(int *)argument;
  cnd_signal(&changed);
  mtx_unlock(&lock);
  assert(own == 5);
  return -7;
}

int main(void) {
  thrd_t thread;
  int argument = 3, result;
  assert(mtx_init(&lock, mtx_plain) == thrd_success);
  cnd_init(&changed);
  tss_create(&key, end);
  assert(thrd_create(&thread, worker, &argument) == thrd_success);
  call_once(&once, initialise);
  mtx_lock(&lock);
  while (!ready) cnd_wait(&changed, &lock);
  assert(ready == 3);
  mtx_unlock(&lock);
  assert(thrd_join(thread, &result) == thrd_success);
  assert(result == -7 && times == 1);
  assert(!thrd_equal(thread, thrd_current()));
  mtx_destroy(&lock);
  cnd_destroy(&changed);
  return 0;
}
