/* Shared by the programs in this folder. Shared accesses are C11 seq_cst atomics, so that every
 * tool sees the same events. */
#ifndef BENCH_H
#define BENCH_H
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#ifndef N
#define N 2
#endif
typedef _Atomic int sh;
#define L(v) atomic_load_explicit(&(v), memory_order_seq_cst)
#define S(v, x) atomic_store_explicit(&(v), (x), memory_order_seq_cst)
typedef void *(*thr)(void *);
static inline void spawn(pthread_t *t, thr f, long a) {
  pthread_create(t, 0, f, (void *)a);
}
/* two threads, with the arguments 0 and 1, from beginning to end */
static inline void run_two(thr first, thr second) {
  pthread_t t[2];
  spawn(&t[0], first, 0);
  spawn(&t[1], second, 1);
  pthread_join(t[0], 0);
  pthread_join(t[1], 0);
}
#endif
