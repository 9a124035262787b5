/* N philosophers at a round table, each with a stick to the left and one to the right. The last
 * one takes the right stick first, so there is no deadlock. A meal is seven steps. main looks
 * once: with -DPA whether all eat at the same time, which cannot be, and else (-DPB) whether all
 * have eaten, which takes at most 8N + 1 steps: N to start the threads, seven of each, and the
 * look. With -DLOOP they eat again and again. */
#include "../bmc/common.h"
#include <stdatomic.h>
#ifndef N
#define N 2
#endif
#if !defined(PA) && !defined(PB)
#define PB
#endif
#ifdef LOOP
#define AGAIN 1
#else
#define AGAIN 0
#endif
pthread_mutex_t stick[N] = {[0 ... N - 1] = PTHREAD_MUTEX_INITIALIZER};
atomic_int eating[N], eaten[N];
void *philosopher(void *arg) {
  int i = (int)(long)arg;
  int left = i, right = (i + 1) % N;
  int first = i == N - 1 ? right : left;
  int second = i == N - 1 ? left : right;
  do {
    pthread_mutex_lock(&stick[first]);
    pthread_mutex_lock(&stick[second]);
    eating[i] = 1;
    eaten[i] = 1;
    eating[i] = 0;
    pthread_mutex_unlock(&stick[second]);
    pthread_mutex_unlock(&stick[first]);
  } while (AGAIN);
  return 0;
}
int main(void) {
  for (int t = 0; t < N; t++) {
    pthread_t handle;
    pthread_create(&handle, 0, philosopher, (void *)(long)t);
  }
  int all = 1;
  ABEG();
  for (int t = 0; t < N; t++) {
#ifdef PA
    all = all & eating[t];
#else
    all = all & eaten[t];
#endif
  }
  AEND();
  assert(!all);
  return 0;
}
