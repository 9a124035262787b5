// The sibling of c11_once_bad.c with a loop.
//@ verdict: TRUE
#include <assert.h>
#include <threads.h>

static mtx_t m;
static cnd_t changed;
static int ready;

static int waiter(void *unused) {
  (void)unused;
  mtx_lock(&m);
  while (!ready) cnd_wait(&changed, &m);
  assert(ready);
  mtx_unlock(&m);
  return 0;
}

int main(void) {
  mtx_init(&m, mtx_plain);
  cnd_init(&changed);
  thrd_t thread;
  thrd_create(&thread, waiter, 0);
  mtx_lock(&m);
  ready = 1;
  cnd_signal(&changed);
  mtx_unlock(&m);
  thrd_join(thread, 0);
  return 0;
}
