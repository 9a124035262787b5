//@ verdict: FALSE(race)
// Found by fuzzing, seed 40108432: with the second value of the choice, what the write before it means for other reads was forgotten.
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int g0;
_Atomic(int) g1;
void *t2(void *argument) {
  atomic_fetch_or_explicit(&g0, 1, memory_order_seq_cst);
  return 0;
}
void *t1(void *argument) {
  g1 += 0;
  return 0;
}
void *t0(void *argument) {
  g0++;
  g1 = 1;
  int l0 = __VERIFIER_nondet_int();
  return 0;
}
int main(void) {
  pthread_t l3;
  pthread_create(&l3, 0, t0, 0);
  pthread_t l4;
  pthread_create(&l4, 0, t1, (void *)(long)1);
  pthread_t l5;
  pthread_create(&l5, 0, t2, 0);
  pthread_join(l3, 0);
  assert(g1);
  return 0;
}
