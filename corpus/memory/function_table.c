// A constant table of operations, called by index from two threads.
//@ verdict: TRUE
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int total;

static void add(int value) { total += value; }
static void subtract(int value) { total -= value; }

struct operation {
  const char *name;
  void (*run)(int);
};
static const struct operation operations[] = {
    {.name = "add", .run = add},
    {.name = "subtract", .run = subtract},
};

void *perform(void *argument) {
  const struct operation *it = &operations[(long)argument];
  it->run(10);
  return (void *)it->name;
}

int main(void) {
  pthread_t first, second;
  void *name;
  pthread_create(&first, 0, perform, (void *)0);
  pthread_create(&second, 0, perform, (void *)1);
  pthread_join(first, 0);
  pthread_join(second, &name);
  assert(total == 0);
  assert(((char *)name)[0] == 's' && ((char *)name)[8] == 0);
  return 0;
}
