// A token goes round between three threads, forever.
// Only the thread with the token is inside.
//@ verdict: TRUE
#include <assert.h>
#include <pthread.h>

_Atomic int token;
int inside;

static void *first(void *arg) {
  while (1) {
    while (token != 0) ;
    inside = 1;
    assert(inside == 1);
    token = 1;
  }
  return arg;
}

static void *second(void *arg) {
  while (1) {
    while (token != 1) ;
    inside = 2;
    assert(inside == 2);
    token = 2;
  }
  return arg;
}

static void *third(void *arg) {
  while (1) {
    while (token != 2) ;
    inside = 3;
    assert(inside == 3);
    token = 0;
  }
  return arg;
}

int main(void) {
  pthread_t t1, t2, t3;
  pthread_create(&t1, 0, first, 0);
  pthread_create(&t2, 0, second, 0);
  pthread_create(&t3, 0, third, 0);
  pthread_join(t1, 0);
  pthread_join(t2, 0);
  pthread_join(t3, 0);
  return 0;
}
