//@ verdict: TRUE or open
//@ options: --steps 10
// Both threads take the locks in one order. The heart goes on for ever, as it is meant to, and joining it is no hang.
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

int main(void) {
  pthread_t one, two, three;
  pthread_create(&one, 0, heart, 0);
  pthread_create(&two, 0, forwards, 0);
  pthread_create(&three, 0, forwards, 0);
  pthread_join(two, 0);
  pthread_join(three, 0);
  pthread_join(one, 0);
  return 0;
}
