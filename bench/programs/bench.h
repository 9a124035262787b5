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
#endif
