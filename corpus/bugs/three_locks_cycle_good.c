//@ verdict: TRUE
// Three threads take two of three locks each, all in the order a, b, c.
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t b = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t c = PTHREAD_MUTEX_INITIALIZER;
static int ab, bc, ca;

static void *second(void *arg) {
  pthread_mutex_lock(&b);
  pthread_mutex_lock(&c);
  bc++;
  pthread_mutex_unlock(&c);
  pthread_mutex_unlock(&b);
  return arg;
}

static void *third(void *arg) {
  pthread_mutex_lock(&a);
  pthread_mutex_lock(&c);
  ca++;
  pthread_mutex_unlock(&a);
  pthread_mutex_unlock(&c);
  return arg;
}

int main(void) {
  pthread_t t2, t3;
  pthread_create(&t2, NULL, second, NULL);
  pthread_create(&t3, NULL, third, NULL);
  pthread_mutex_lock(&a);
  pthread_mutex_lock(&b);
  ab++;
  pthread_mutex_unlock(&b);
  pthread_mutex_unlock(&a);
  pthread_join(t2, NULL);
  pthread_join(t3, NULL);
  return ab + bc + ca - 3;
}
