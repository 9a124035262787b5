//@ verdict: FALSE(deadlock) or open
//@ says: waits for mutex
// Two threads wait for each other's lock, and a third goes on for ever: they hang all the same.
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static atomic_int beat;

static void *heart(void *unused) {
  while (1) beat = !beat;
  return unused;
}

static void *forwards(void *unused) {
  pthread_mutex_lock(&a);
  pthread_mutex_lock(&b);
  pthread_mutex_unlock(&b);
  pthread_mutex_unlock(&a);
  return unused;
}

static void *backwards(void *unused) {
  pthread_mutex_lock(&b);
  pthread_mutex_lock(&a);
  pthread_mutex_unlock(&a);
  pthread_mutex_unlock(&b);
  return unused;
}

int main(void) {
  pthread_t one, two, three;
  pthread_create(&one, 0, heart, 0);
  pthread_create(&two, 0, forwards, 0);
  pthread_create(&three, 0, backwards, 0);
  pthread_join(two, 0);
  pthread_join(three, 0);
  pthread_join(one, 0);
  return 0;
}
