/* Shared by the programs in this folder: SV-COMP intrinsics, mapped to CBMC's with -DCBMC. */
#include <assert.h>
#include <pthread.h>
#ifdef CBMC
void __CPROVER_atomic_begin(void);
void __CPROVER_atomic_end(void);
#define ABEG() __CPROVER_atomic_begin()
#define AEND() __CPROVER_atomic_end()
#define ASSUME(c) __CPROVER_assume(c)
#else
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
extern void __VERIFIER_assume(int);
#define ABEG() __VERIFIER_atomic_begin()
#define AEND() __VERIFIER_atomic_end()
#define ASSUME(c) __VERIFIER_assume(c)
#endif
extern int __VERIFIER_nondet_int(void);
#ifdef SPIN
#define WAIT(c)                                                                                    \
  while (!(c)) {                                                                                   \
  }
#else
#define WAIT(c) ASSUME(c)
#endif
#ifdef MYLOCK
#define pthread_mutex_t int
#define pthread_mutex_init(p, q) ((void)0)
#define pthread_mutex_lock(p)                                                                      \
  do {                                                                                             \
    ABEG();                                                                                        \
    ASSUME(*(p) == 0);                                                                             \
    *(p) = 1;                                                                                      \
    AEND();                                                                                        \
  } while (0)
#define pthread_mutex_unlock(p)                                                                    \
  do {                                                                                             \
    ABEG();                                                                                        \
    *(p) = 0;                                                                                      \
    AEND();                                                                                        \
  } while (0)
#endif
