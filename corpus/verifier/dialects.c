// Words of several verifiers.
//@ verdict: TRUE
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
int __VERIFIER_xchg_await_aint(atomic_int *, int, int, int);
int __VERIFIER_load_await_aint(atomic_int *, int, int);
void *__VERIFIER_nondet_pointer(void);
void __goblint_unknown(void *);
void __goblint_assume_join(pthread_t);
void __ESBMC_yield(void);
void __VERIFIER_loop_bound(unsigned);

__CPROVER_bool set;
__CPROVER_thread_local int own;
atomic_int turn;

static void *worker(void *argument) {
  own++;
  // Waits for 1, and makes it 2.
  assert(__VERIFIER_xchg_await_aint(&turn, 2, 2, 1) == 1);
  return argument;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, worker, 0);
  __ESBMC_yield();
  atomic_store(&turn, 1);
  assert(__VERIFIER_load_await_aint(&turn, 4, 1) == 2);
  __goblint_assume_join(thread);
  _Bool any;
  __goblint_unknown(&any);
  set = any;
  assert(own == 0 && (set == 0 || set == 1));
  __VERIFIER_loop_bound(3);
  void *pointer = __VERIFIER_nondet_pointer();
  return pointer == &any;
}
