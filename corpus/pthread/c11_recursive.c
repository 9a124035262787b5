//@ verdict: TRUE
// A recursive mutex, and one that is tried.
#include <assert.h>
#include <threads.h>

static mtx_t plain, again;

static int worker(void *unused) {
  assert(mtx_trylock(&plain) == thrd_busy);
  thrd_exit(4);
}

int main(void) {
  thrd_t thread;
  int result;
  mtx_init(&plain, mtx_plain);
  mtx_init(&again, mtx_plain | mtx_recursive);
  mtx_lock(&again);
  mtx_lock(&again);
  mtx_unlock(&again);
  mtx_unlock(&again);
  mtx_lock(&plain);
  thrd_create(&thread, worker, 0);
  thrd_join(thread, &result);
  assert(result == 4);
  mtx_unlock(&plain);
  return 0;
}
