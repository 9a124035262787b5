//@ verdict: FALSE(reach)
//@ line: 20
// The thread whose assumption fails stops alone; the execution in which it holds is not lost.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

void __VERIFIER_assume(int condition);

static atomic_int x, z;

static void *writer(void *unused) {
  z = 1;
  x = 1;
  return unused;
}

static void *reader(void *unused) {
  __VERIFIER_assume(x == 1);
  assert(z != 1);
  return unused;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, 0, reader, 0);
  pthread_create(&two, 0, writer, 0);
  pthread_join(one, 0);
  pthread_join(two, 0);
  return 0;
}
