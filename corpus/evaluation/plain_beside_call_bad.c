// The number may be read before the call that waits for it.
//@ verdict: FALSE(race)
#include <pthread.h>
#include <stdatomic.h>
static int number;
static atomic_int flag;
static int told(void) { return flag; }
static void *writer(void *unused) {
  number = 1;
  flag = 1;
  return unused;
}
static int wait(void) {
  while (!told()) {
  }
  return 0;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, writer, 0);
  int found = wait() + number;
  pthread_join(thread, 0);
  return found - found;
}
