// Two threads count without a lock.
//@ verdict: FALSE(race)
//@ says: data race on `count`
//@ says: called from `one`
//@ says: called from `two`
//@ line: 12
#include <pthread.h>

int count;

static void add(void) {
  count++;
}

void *one(void *unused) {
  add();
  return 0;
}

void *two(void *unused) {
  add();
  return 0;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, 0, one, 0);
  pthread_create(&second, 0, two, 0);
  pthread_join(first, 0);
  pthread_join(second, 0);
  return 0;
}
