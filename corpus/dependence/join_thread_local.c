// A join ends the thread-local objects of the thread. The pointer is loaded before it is stored, and is null; or
// behind, and what it points to is loaded before or behind the join: three classes.
//@ verdict: FALSE(memory) without race
//@ executions: source 3, optimal 3, observers 3
//@ options: --keep-going
#include "two.h"

_Thread_local atomic_int mine;
atomic_int *_Atomic published;

void *one(void *unused) {
  atomic_store(&published, &mine);
  return 0;
}

void *two(void *unused) {
  atomic_int *it = atomic_load(&published);
  int value = it ? atomic_load(it) : 0;
  return (void *)(long)value;
}
