//@ verdict: FALSE(reach,race)
// Found by fuzzing, seed 40107085: context-sensitive reduction lost the execution in which t1 comes before t2 and main last.
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
extern void __VERIFIER_assume(int);
struct record { int m0; int m1; };
struct record g0;
struct record g1;
int g2;
pthread_mutex_t g3 = PTHREAD_MUTEX_INITIALIZER;
void *t2(void *argument) {
  g1.m1 = 1;
  pthread_mutex_lock(&g3);
  g0.m0 = 1;
  pthread_mutex_unlock(&g3);
  return 0;
}
void *t1(void *argument) {
  pthread_mutex_lock(&g3);
  g0.m0--;
  pthread_mutex_unlock(&g3);
  return 0;
}
void *t0(void *argument) {
  __VERIFIER_assume(g1.m1 <= 2);
  return 0;
}
int main(void) {
  pthread_t l2;
  pthread_create(&l2, 0, t0, 0);
  pthread_t l3;
  pthread_create(&l3, 0, t1, 0);
  g2 *= 2;
  pthread_t l4;
  pthread_create(&l4, 0, t2, 0);
  __VERIFIER_assume(g0.m1 <= 2 && g0.m0 >= 1);
  pthread_join(l2, 0);
  pthread_join(l3, 0);
  pthread_join(l4, 0);
  assert(g0.m0 != 1);
  return 0;
}
