//@ verdict: TRUE
// The count is tested and used in the same critical section.
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int sum = 6, count = 2, average;

static void *report(void *arg) {
  pthread_mutex_lock(&lock);
  int any = count != 0;
  if (any) average = sum / count;
  pthread_mutex_unlock(&lock);
  return arg;
}

static void *reset(void *arg) {
  pthread_mutex_lock(&lock);
  sum = 0;
  count = 0;
  pthread_mutex_unlock(&lock);
  return arg;
}

int main(void) {
  pthread_t t1, t2;
  pthread_create(&t1, NULL, report, NULL);
  pthread_create(&t2, NULL, reset, NULL);
  pthread_join(t1, NULL);
  pthread_join(t2, NULL);
  return 0;
}
