//@ verdict: TRUE
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
atomic_int number, flag;
static int publish(int it) { return number = it; }
static int announce(void) { return flag = 1; }
static void *reader(void *unused) {
  int told = flag;
  int seen = number;
  assert(!told || seen == 7);
  return unused;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, reader, 0);
  int sum = publish(7);
  sum += announce();
  pthread_join(thread, 0);
  return sum - 8;
}
