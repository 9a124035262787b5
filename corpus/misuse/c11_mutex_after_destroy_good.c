//@ verdict: TRUE
// It is used before its end.
#include <threads.h>

static mtx_t lock;

int main(void) {
  mtx_init(&lock, mtx_plain);
  mtx_lock(&lock);
  mtx_unlock(&lock);
  mtx_destroy(&lock);
  return 0;
}
