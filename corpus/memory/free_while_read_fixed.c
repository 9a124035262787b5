// The sibling of free_while_read.c: readers read under the lock under which the pointer is replaced.
//@ verdict: TRUE
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct config {
  int size;
};
struct config *current;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static struct config *make(int size) {
  struct config *it = malloc(sizeof *it);
  it->size = size;
  return it;
}

void *read_it(void *unused) {
  pthread_mutex_lock(&lock);
  int size = current->size;
  pthread_mutex_unlock(&lock);
  assert(size == 1 || size == 2);
  return 0;
}

int main(void) {
  pthread_t thread;
  current = make(1);
  pthread_create(&thread, 0, read_it, 0);
  struct config *new = make(2);
  pthread_mutex_lock(&lock);
  struct config *old = current;
  current = new;
  pthread_mutex_unlock(&lock);
  free(old);
  pthread_join(thread, 0);
  free(current);
  return 0;
}
