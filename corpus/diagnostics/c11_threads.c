// C11's own threads are not supported yet.
//@ verdict: UNKNOWN(input)
//@ error: C0413
//@ line: 11
#include <threads.h>

static int work(void *argument) { return 0; }

int main(void) {
  thrd_t thread;
  thrd_create(&thread, work, 0);
  thrd_join(thread, 0);
  return 0;
}
