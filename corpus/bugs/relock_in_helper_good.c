//@ verdict: TRUE
// flush() expects the caller to hold the mutex and does not lock it again.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int used, written;

static void flush(void) {
  written += used;
  used = 0;
}

static void *log_line(void *arg) {
  pthread_mutex_lock(&lock);
  if (used == 1) flush();
  used++;
  pthread_mutex_unlock(&lock);
  return arg;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, 0, log_line, 0);
  pthread_create(&second, 0, log_line, 0);
  pthread_join(first, 0);
  pthread_join(second, 0);
  assert(used + written == 2);
  return 0;
}
