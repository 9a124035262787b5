//@ verdict: FALSE(deadlock)
//@ says: held by
// Two threads count themselves, which commutes, and then take two mutexes, each in another order.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int count;
static pthread_mutex_t left = PTHREAD_MUTEX_INITIALIZER, right = PTHREAD_MUTEX_INITIALIZER;

static void *one(void *unused) {
  atomic_fetch_add(&count, 1);
  pthread_mutex_lock(&left);
  pthread_mutex_lock(&right);
  pthread_mutex_unlock(&right);
  pthread_mutex_unlock(&left);
  return unused;
}

static void *two(void *unused) {
  atomic_fetch_add(&count, 1);
  pthread_mutex_lock(&right);
  pthread_mutex_lock(&left);
  pthread_mutex_unlock(&left);
  pthread_mutex_unlock(&right);
  return unused;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], 0, one, 0);
  pthread_create(&threads[1], 0, two, 0);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], 0);
  return 0;
}
