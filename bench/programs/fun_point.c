/* N users reset a value under a mutex; one thread N times sets it under the mutex through a function
 * pointer and finds it set (30_Fun_Point style) */
#include "bench.h"
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
sh v;
static void set(void) { S(v, 1); }
static void reset(void) { S(v, 0); }
static void locked(void (*f)(void), int found) {
  pthread_mutex_lock(&m);
  f();
  int x = L(v);
  assert(x == found);
  pthread_mutex_unlock(&m);
}
void *caller(void *_) {
  for (int k = 0; k < N; k++)
    locked(set, 1);
  return 0;
}
void *user(void *_) {
  locked(reset, 0);
  return 0;
}
int main(void) {
  pthread_t t[N + 1];
  S(v, 0);
  spawn(&t[0], caller, 0);
  for (long k = 1; k <= N; k++)
    spawn(&t[k], user, k);
  for (long k = 0; k <= N; k++)
    pthread_join(t[k], 0);
  return 0;
}
