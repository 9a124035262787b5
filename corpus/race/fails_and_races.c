// Two threads race for a counter, and an update is lost: the answer has to say both.
//@ verdict: FALSE(reach,race)
#include <assert.h>
#include <pthread.h>
static int counter;
static void *count(void *unused) {
  (void)unused;
  counter++;
  return 0;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, count, 0);
  counter++;
  pthread_join(thread, 0);
  assert(counter == 2);
  return 0;
}
