//@ verdict: TRUE
#include <assert.h>
#include <pthread.h>
int cells[3];
static void *fill(void *unused) {
  int i = 0;
  while (i < 3) {
    cells[i] = i;
    i++;
  }
  i = i - 1;
  cells[i] += i;
  return unused;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, fill, 0);
  pthread_join(thread, 0);
  assert(cells[1] == 1 && cells[2] == 4);
  return 0;
}
