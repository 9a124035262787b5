//@ verdict: FALSE(reach)
//@ line: 16
// The first thread can be waited for, too, if it does not return from main.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static pthread_t main_thread;
static atomic_int x;

static void *waiter(void *unused) {
  int before = x;
  pthread_join(main_thread, NULL);
  assert(x == 1);
  assert(before == 1);
  return NULL;
}

int main(void) {
  pthread_t thread;
  main_thread = pthread_self();
  pthread_create(&thread, NULL, waiter, NULL);
  x = 1;
  pthread_exit(NULL);
}
