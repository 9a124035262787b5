//@ verdict: TRUE
//@ says: scope: all executions
// Two producers and a consumer share a queue of one place; everybody waits in a loop and wakes all.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int full, item, sum;

static void put(int value) {
  pthread_mutex_lock(&lock);
  while (full) pthread_cond_wait(&changed, &lock);
  full = 1;
  item = value;
  pthread_cond_broadcast(&changed);
  pthread_mutex_unlock(&lock);
}

static int take(void) {
  pthread_mutex_lock(&lock);
  while (!full) pthread_cond_wait(&changed, &lock);
  full = 0;
  int value = item;
  pthread_cond_broadcast(&changed);
  pthread_mutex_unlock(&lock);
  return value;
}

static void *one(void *unused) {
  put(1);
  return unused;
}

static void *two(void *unused) {
  put(2);
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, one, 0);
  pthread_create(&b, 0, two, 0);
  sum = take();
  sum += take();
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(sum == 3);
  return 0;
}
