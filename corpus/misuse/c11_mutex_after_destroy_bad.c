//@ verdict: FALSE(memory)
// A mutex of C11 is used after its end.
#include <threads.h>

static mtx_t lock;

int main(void) {
  mtx_init(&lock, mtx_plain);
  mtx_destroy(&lock);
  mtx_lock(&lock);
  mtx_unlock(&lock);
  return 0;
}
