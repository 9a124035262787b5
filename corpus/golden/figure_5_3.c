//@ verdict: TRUE without race
// The running example of chapter 5 of Telbisz' thesis: 84 interleavings, 10 classes, 7 ways to read.
#include <assert.h>
#include <pthread.h>

static int x, y;

static void *one(void *unused) {
  if (y == 1) {
    x = 1;
  } else {
    x = 1 - y;
  }
  return 0;
}

static void *two(void *unused) {
  y = x;
  x = 1 - y;
  int seen_x = x;
  int seen_y = y;
  assert(seen_x == 1 || seen_y == 1);
  return 0;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, 0, one, 0);
  pthread_create(&second, 0, two, 0);
  pthread_join(first, 0);
  pthread_join(second, 0);
  return 0;
}
