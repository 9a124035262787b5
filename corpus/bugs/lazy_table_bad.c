//@ verdict: FALSE(race)
// Who comes first fills the table, but nothing keeps two threads from filling and reading it at the same time.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static int filled;
static int squares[2];

static int square(int of) {
  if (!filled) {
    squares[0] = 0;
    squares[1] = 1;
    filled = 1;
  }
  return squares[of];
}

static void *user(void *arg) {
  assert(square(1) == 1);
  return arg;
}

int main(void) {
  pthread_t t1, t2;
  pthread_create(&t1, NULL, user, NULL);
  pthread_create(&t2, NULL, user, NULL);
  pthread_join(t1, NULL);
  pthread_join(t2, NULL);
  return 0;
}
