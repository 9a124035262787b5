// The pointer is not tracked at first: it may point to what the other thread is about to allocate, and to nothing
// before that.
//@ verdict: FALSE(reach,memory,race)
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int *shared;
void *make(void *unused) {
  pthread_mutex_lock(&m);
  int *made = malloc(sizeof(int));
  if (made) *made = 0;
  shared = made;
  pthread_mutex_unlock(&m);
  return 0;
}
void *use(void *unused) {
  int *got = shared;
  assert(*got);
  return 0;
}
int main(void) {
  pthread_t user, maker;
  pthread_create(&user, 0, use, 0);
  pthread_create(&maker, 0, make, 0);
  pthread_mutex_lock(&m);
  pthread_mutex_unlock(&m);
  return 0;
}
