//@ verdict: TRUE or open
//@ executions: optimal 10
// The same with a number that no two objects have.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
struct item { int value; int generation; };
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct item *key;
static int generation, last, known;
static int look_up(struct item *it) {
  pthread_mutex_lock(&lock);
  if (key != it || generation != it->generation) {
    key = it;
    generation = it->generation;
    known = it->value;
  }
  int value = known;
  pthread_mutex_unlock(&lock);
  return value;
}
static void *use(void *argument) {
  struct item *it = malloc(sizeof *it);
  it->value = (int)(long)argument;
  pthread_mutex_lock(&lock);
  it->generation = ++last;
  pthread_mutex_unlock(&lock);
  int value = look_up(it);
  free(it);
  return (void *)(long)value;
}
static void check(pthread_t thread, long expected) {
  void *value;
  pthread_join(thread, &value);
  assert((long)value == expected);
}
int main(void) {
  pthread_t one, two;
  pthread_create(&one, 0, use, (void *)1);
  pthread_create(&two, 0, use, (void *)2);
  check(one, 1);
  check(two, 2);
  return 0;
}
