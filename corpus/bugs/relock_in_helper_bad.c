//@ verdict: FALSE(deadlock)
//@ line: 12
// The second log line finds the buffer full and calls flush(), which locks the mutex the caller already holds.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int used, written;

static void flush(void) {
  pthread_mutex_lock(&lock);
  written += used;
  used = 0;
  pthread_mutex_unlock(&lock);
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
