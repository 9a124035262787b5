//@ verdict: FALSE(reach) or open
//@ options: --property reach
//@ line: 32
// A cache whose key is the address of an object, which outlives the object.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
struct item { int value; };
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct item *key;
static int known;
static int look_up(struct item *it) {
  pthread_mutex_lock(&lock);
  if (key != it) {
    key = it;
    known = it->value;
  }
  int value = known;
  pthread_mutex_unlock(&lock);
  return value;
}
static void *use(void *argument) {
  struct item *it = malloc(sizeof *it);
  it->value = (int)(long)argument;
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
