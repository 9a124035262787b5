//@ verdict: FALSE(deadlock)
//@ line: 15
//@ says: waits in cnd_wait for `changed`
// Nobody signals.
#include <threads.h>

static mtx_t lock;
static cnd_t changed;

int main(void) {
  mtx_init(&lock, mtx_plain);
  cnd_init(&changed);
  mtx_lock(&lock);

  cnd_wait(&changed, &lock);
  mtx_unlock(&lock);
  return 0;
}
