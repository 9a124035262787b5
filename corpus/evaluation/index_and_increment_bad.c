//@ verdict: FALSE(memory)
//@ line: 9
// The index may be the old number or the new one.
#include <pthread.h>
int cells[3];
static void *fill(void *unused) {
  int i = 0;
  while (i < 3)
    cells[i] = i++;
  return unused;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, fill, 0);
  pthread_join(thread, 0);
  return 0;
}
