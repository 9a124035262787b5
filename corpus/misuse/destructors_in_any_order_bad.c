//@ verdict: FALSE(reach)
// The destructor of the second key needs what that of the first one has freed, if it comes later.
#include <assert.h>
#include <pthread.h>

static pthread_key_t first, second;
static int is_open = 1, used;

static void close_it(void *unused) {
  is_open = 0;
}

static void use_it(void *unused) {
  assert(is_open);
  used = 1;
}

static void *worker(void *unused) {
  pthread_setspecific(first, &used);
  pthread_setspecific(second, &is_open);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_key_create(&first, use_it);
  pthread_key_create(&second, close_it);
  pthread_create(&thread, 0, worker, 0);
  pthread_join(thread, 0);
  return 0;
}
