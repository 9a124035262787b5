//@ verdict: TRUE
// Who comes first fills the table, under a lock.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int filled;
static int squares[2];

static int square(int of) {
  pthread_mutex_lock(&lock);
  if (!filled) {
    squares[0] = 0;
    squares[1] = 1;
    filled = 1;
  }
  pthread_mutex_unlock(&lock);
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
