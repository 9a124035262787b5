// The sibling of struct_copy_torn.c with a lock around both copies, through pointers to the heap.
//@ verdict: TRUE
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct pair {
  int low, high;
};
struct pair *shared;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void *write_pair(void *unused) {
  struct pair new = {1, 1};
  pthread_mutex_lock(&lock);
  *shared = new;
  pthread_mutex_unlock(&lock);
  return 0;
}

int main(void) {
  pthread_t thread;
  shared = calloc(1, sizeof *shared);
  pthread_create(&thread, 0, write_pair, 0);
  pthread_mutex_lock(&lock);
  struct pair copy = *shared;
  pthread_mutex_unlock(&lock);
  pthread_join(thread, 0);
  assert(copy.low == copy.high);
  free(shared);
  return 0;
}
