//@ verdict: TRUE
//@ says: scope: all executions
// The threads of C11: once, thread-local storage, and thread-specific values with a destructor.
#include <assert.h>
#include <threads.h>

static once_flag once = ONCE_FLAG_INIT;
static tss_t key;
static int times, ended = 1;

static void initialise(void) { times++; }

static void end(void *value) { *(int *)value = 2; }

static int worker(void *unused) {
  static thread_local int own;
  own = 5;
  call_once(&once, initialise);
  assert(tss_set(key, &ended) == thrd_success && tss_get(key) == &ended);
  return own;
}

int main(void) {
  thrd_t thread;
  int result;
  tss_create(&key, end);
  thrd_create(&thread, worker, 0);
  thrd_join(thread, &result);
  call_once(&once, initialise);
  assert(result == 5 && times == 1 && ended == 2);
  return 0;
}
