// Two traffic lights that turn green when somebody comes and the other one is red, forever.
// They are never both green.
//@ verdict: TRUE
#include <assert.h>
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int north_green, east_green;

static void *north(void *arg) {
  while (1) {
    int comes = __VERIFIER_nondet_int();
    pthread_mutex_lock(&m);
    if (comes && !east_green) north_green = 1;
    else north_green = 0;
    assert(!(north_green && east_green));
    pthread_mutex_unlock(&m);
  }
  return arg;
}

static void *east(void *arg) {
  while (1) {
    int comes = __VERIFIER_nondet_int();
    pthread_mutex_lock(&m);
    if (comes && !north_green) east_green = 1;
    else east_green = 0;
    assert(!(north_green && east_green));
    pthread_mutex_unlock(&m);
  }
  return arg;
}

int main(void) {
  pthread_t t1, t2;
  pthread_create(&t1, 0, north, 0);
  pthread_create(&t2, 0, east, 0);
  pthread_join(t1, 0);
  pthread_join(t2, 0);
  return 0;
}
