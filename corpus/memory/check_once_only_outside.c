// The sibling of check_once.c without the second check: the second table replaces the first, which nobody can free.
//@ verdict: FALSE(memory)
//@ line: 15
//@ says: leak
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

int *_Atomic table;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void *get(void *unused) {
  if (!table) {
    pthread_mutex_lock(&lock);
    table = calloc(2, sizeof(int));
    pthread_mutex_unlock(&lock);
  }
  return 0;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, get, 0);
  get(0);
  pthread_join(thread, 0);
  return 0;
}
