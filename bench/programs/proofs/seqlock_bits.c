// A sequence lock with the versions 0 to 3, forever.
// The writer waits for the reader, so words read within one version are equal.
//@ verdict: TRUE
#include <assert.h>
#include <pthread.h>

_Atomic int version, seen, low, high;

static void *writer(void *arg) {
  int now = 0, value = 0;
  while (1) {
    while (seen != now) ;
    value = 1 - value;
    version = now + 1;
    low = value;
    high = value;
    now = (now + 2) % 4;
    version = now;
  }
  return arg;
}

static void *reader(void *arg) {
  while (1) {
    int before = version;
    seen = before;
    if (before % 2) continue;
    int one = low, other = high;
    if (version == before) assert(one == other);
  }
  return arg;
}

int main(void) {
  pthread_t t1, t2;
  pthread_create(&t1, 0, writer, 0);
  pthread_create(&t2, 0, reader, 0);
  pthread_join(t1, 0);
  pthread_join(t2, 0);
  return 0;
}
