// A variable is set on one of two ways only.
//@ verdict: FALSE(memory)
//@ line: 17
//@ says: `found`, declared in line 14
#include <pthread.h>

int flag;
static void *raise(void *unused) {
  flag = 1;
  return 0;
}
int main(void) {
  pthread_t thread;
  int found;
  pthread_create(&thread, 0, raise, 0);
  pthread_join(thread, 0);
  if (flag == 0) found = 1; else if (found) flag = 2;
  return 0;
}
