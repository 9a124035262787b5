/* driver-teardown pattern (27_Boop style): N users bump a use count under a mutex if not stopping,
 * one stopper raises the flag, clears the device if unused */
#include "bench.h"
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
sh uses, stopping, dev;
void *user(void *p) {
  pthread_mutex_lock(&m);
  int ok = !L(stopping);
  if (ok) {
    int u = L(uses);
    S(uses, u + 1);
  }
  pthread_mutex_unlock(&m);
  if (ok) {
    int d = L(dev);
    assert(d == 1);
    pthread_mutex_lock(&m);
    {
      int u = L(uses);
      S(uses, u - 1);
    }
    pthread_mutex_unlock(&m);
  }
  return 0;
}
void *stopper(void *_) {
  pthread_mutex_lock(&m);
  S(stopping, 1);
  int u = L(uses);
  pthread_mutex_unlock(&m);
  if (u == 0)
    S(dev, 0);
  return 0;
}
int main(void) {
  pthread_mutex_init(&m, 0);
  pthread_t t[N + 1];
  S(uses, 0);
  S(stopping, 0);
  S(dev, 1);
  for (long k = 0; k < N; k++)
    spawn(&t[k], user, k);
  spawn(&t[N], stopper, 0);
  for (long k = 0; k <= N; k++)
    pthread_join(t[k], 0);
  return 0;
}
