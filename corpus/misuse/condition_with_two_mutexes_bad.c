//@ verdict: FALSE(memory)
//@ says: threads wait for a condition variable with different mutexes at the same time
// Each thread has a mutex of its own, and both wait for the same condition variable.
#include <pthread.h>

static pthread_mutex_t one = PTHREAD_MUTEX_INITIALIZER, two = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int first, second;

static void *waiter(void *unused) {
  pthread_mutex_lock(&two);
  while (!second) pthread_cond_wait(&changed, &two);
  pthread_mutex_unlock(&two);
  return unused;
}

static void *setter(void *unused) {
  pthread_mutex_lock(&one);
  first = 1;
  pthread_mutex_unlock(&one);
  pthread_mutex_lock(&two);
  second = 1;
  pthread_mutex_unlock(&two);
  pthread_cond_broadcast(&changed);
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, waiter, 0);
  pthread_create(&b, 0, setter, 0);
  pthread_mutex_lock(&one);
  while (!first) pthread_cond_wait(&changed, &one);
  pthread_mutex_unlock(&one);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
