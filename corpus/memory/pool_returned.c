// An object is given back to a pool and used afterwards: no use after free, but the next owner sees it change.
//@ verdict: FALSE(reach) without race
//@ line: 23
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct item {
  struct item *next;
  int value;
};
struct item *pool;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void *next_owner(void *unused) {
  pthread_mutex_lock(&lock);
  struct item *it = pool;
  if (it) pool = it->next;
  pthread_mutex_unlock(&lock);
  if (!it) return 0;
  it->value = 1;
  int value = it->value;
  assert(value == 1);
  return 0;
}

int main(void) {
  pthread_t thread;
  struct item *it = calloc(1, sizeof *it);
  pthread_create(&thread, 0, next_owner, 0);
  pthread_mutex_lock(&lock);
  it->next = pool;
  pool = it;
  pthread_mutex_unlock(&lock);
  it->value = 2;
  pthread_join(thread, 0);
  free(it);
  return 0;
}
