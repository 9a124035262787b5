// An object that only a pointer with a mark in its lowest bit leads to is still reachable, as with LeakSanitizer: no leak.
//@ verdict: TRUE
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>

atomic_uintptr_t packed;

void *mark(void *unused) {
  atomic_fetch_or(&packed, (uintptr_t)1);
  return 0;
}

int main(void) {
  pthread_t thread;
  packed = (uintptr_t)malloc(sizeof(int));
  pthread_create(&thread, 0, mark, 0);
  pthread_join(thread, 0);
  return 0;
}
