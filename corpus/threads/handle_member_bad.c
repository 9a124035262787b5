// The handle goes to another element than the one in which the thread looks.
//@ verdict: FALSE(reach)
//@ line: 10
#include <assert.h>
#include <pthread.h>

static pthread_t all[2];

static void *numbered(void *argument) {
  assert(pthread_equal(all[*(int *)argument], pthread_self()));
  return 0;
}

int main(void) {
  int number = 1;
  pthread_create(&all[0], 0, numbered, &number);
  pthread_join(all[0], 0);
  return 0;
}
