// A stack with counted pointers: the number beside the pointer tells a node that was taken and put back from one that was not.
//@ verdict: TRUE
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

struct node {
  struct node *_Atomic next;
  atomic_int users;
};
struct top {
  struct node *node;
  unsigned long count;
};
static struct node a, b = {&a, 0};
static _Atomic struct top top = {&b, 0};

static struct node *pop(void) {
  struct top old = atomic_load(&top), new;
  do {
    if (!old.node) return 0;
    new.node = old.node->next;
    new.count = old.count + 1;
  } while (!atomic_compare_exchange_strong(&top, &old, new));
  return old.node;
}

static void push(struct node *node) {
  struct top old = atomic_load(&top), new;
  do {
    node->next = old.node;
    new.node = node;
    new.count = old.count + 1;
  } while (!atomic_compare_exchange_strong(&top, &old, new));
}

static void use(struct node *node) {
  if (!node) return;
  int users = node->users++;
  assert(users == 0);
}

static void *take(void *unused) {
  use(pop());
  use(pop());
  return unused;
}

int main(void) {
  pthread_t other;
  pthread_create(&other, 0, take, 0);
  struct node *first = pop(), *second = pop();
  if (first) push(first);
  use(second);
  pthread_join(other, 0);
  return 0;
}
