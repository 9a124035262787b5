#ifndef _RADDLE_GENMC_H
#define _RADDLE_GENMC_H
/* For programs that were written for GenMC. What is a hint to that tool has no meaning here. */
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
extern void __VERIFIER_assume(bool);
extern int __VERIFIER_nondet_int(void);

typedef pthread_t __VERIFIER_thread_t;
static inline __VERIFIER_thread_t __VERIFIER_spawn(void *(*routine)(void *), void *argument) {
  pthread_t thread;
  pthread_create(&thread, 0, routine, argument);
  return thread;
}
static inline void *__VERIFIER_join(__VERIFIER_thread_t thread) {
  void *result;
  pthread_join(thread, &result);
  return result;
}
#define __VERIFIER_spawn_symmetric(routine, argument, other) ((void)(other), __VERIFIER_spawn(routine, argument))
#define __VERIFIER_join_symmetric(thread) ((void)__VERIFIER_join(thread))

/* A round of a loop that would only be repeated is not followed. */
#define __VERIFIER_loop_begin() ((void)0)
#define __VERIFIER_spin_start() ((void)0)
#define __VERIFIER_spin_end(condition) __VERIFIER_assume(condition)

#define __VERIFIER_local_write(statement) do { statement; } while (0)
#define __VERIFIER_final_write(statement) do { statement; } while (0)
#define __VERIFIER_optional(statement) do { statement; } while (0)
#define __VERIFIER_helped_CAS(statement) do { statement; } while (0)
#define __VERIFIER_helping_CAS(statement) do { statement; } while (0)
#define __VERIFIER_confirming_CAS(expression) (expression)
#define __VERIFIER_final_CAS(expression) (expression)
#define __VERIFIER_speculative_read(expression) (expression)
#define __VERIFIER_confirming_read(expression) (expression)

/* Hazard pointers: what is retired is never reused, so protecting it is reading it. */
typedef struct { void *at; } __VERIFIER_hp_t;
#define __VERIFIER_hp_alloc() ((__VERIFIER_hp_t *)malloc(sizeof(__VERIFIER_hp_t)))
#define __VERIFIER_hp_protect(pointer, place) ((void)(pointer), __atomic_load_n((place), __ATOMIC_ACQUIRE))
#define __VERIFIER_hp_clear(pointer) ((void)(pointer))
#define __VERIFIER_hp_free(pointer) free(pointer)
#define __VERIFIER_hp_retire(object) ((void)(object))
#endif
