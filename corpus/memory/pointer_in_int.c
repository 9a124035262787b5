// The program of pointer_truncated.c in the 32-bit model, where a pointer fits into an int.
//@ verdict: TRUE
//@ options: --data-model ilp32
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
