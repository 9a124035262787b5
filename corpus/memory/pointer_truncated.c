// A pointer is kept in an int, which is too narrow for it in the 64-bit model.
//@ verdict: FALSE(memory)
//@ line: 11
#include <pthread.h>
#include <stdlib.h>

int handle;

void *use(void *unused) {
  int *it = (int *)(long)handle;
  *it = 1;
  return 0;
}

int main(void) {
  pthread_t thread;
  int *it = malloc(sizeof *it);
  handle = (int)(long)it;
  pthread_create(&thread, 0, use, 0);
  pthread_join(thread, 0);
  free(it);
  return 0;
}
