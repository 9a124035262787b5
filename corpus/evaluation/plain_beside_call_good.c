// It is read behind the call.
//@ verdict: TRUE
#include <pthread.h>
#include <stdatomic.h>
static int number;
static atomic_int flag;
static void *writer(void *unused) {
  number = 1;
  flag = 1;
  return unused;
}
static int wait(void) {
  while (!flag) {
  }
  return 0;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, writer, 0);
  int found = wait();
  found += number;
  pthread_join(thread, 0);
  return found - found;
}
