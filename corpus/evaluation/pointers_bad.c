//@ verdict: FALSE(memory)
//@ line: 7
// Whether it is the same object is known only when the pointers are.
#include <pthread.h>
int x, y;
int *volatile other = &y;
static void move(int *to, int *from) { *to = (*from)++; }
static void *same(void *unused) {
  other = &x;
  return unused;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, same, 0);
  pthread_join(thread, 0);
  move(&x, other);
  return 0;
}
