//@ verdict: FALSE(reach)
//@ options: --property reach
//@ line: 24
// Whether a mutex is recursive depends on what main reads. If it is not, its holder does not get it again.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

pthread_mutex_t m;
atomic_int wanted;

void *want(void *unused) {
  wanted = 1;
  return 0;
}

int main(void) {
  pthread_mutexattr_t recursive;
  pthread_mutexattr_init(&recursive);
  pthread_mutexattr_settype(&recursive, PTHREAD_MUTEX_RECURSIVE);
  pthread_t other;
  pthread_create(&other, 0, want, 0);
  pthread_mutex_init(&m, wanted ? &recursive : 0);
  pthread_mutex_lock(&m); assert(pthread_mutex_trylock(&m) == 0);
  return 0;
}
