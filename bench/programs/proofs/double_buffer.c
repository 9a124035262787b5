// A writer fills the back buffer while the reader reads the front one, then flips them, forever.
// The reader finds both words of the front buffer equal.
//@ verdict: TRUE
#include <assert.h>
#include <pthread.h>

_Atomic int ready, front;
int low[2], high[2];

static void *writer(void *arg) {
  int value = 0;
  while (1) {
    int back = 1 - front;
    value = (value + 1) % 3;
    low[back] = value;
    high[back] = value;
    while (ready) ;
    front = back;
    ready = 1;
  }
  return arg;
}

static void *reader(void *arg) {
  while (1) {
    while (!ready) ;
    int shown = front;
    assert(low[shown] == high[shown]);
    ready = 0;
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
