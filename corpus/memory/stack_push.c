// Treiber's stack: two pushes by compare-exchange lose nothing.
//@ verdict: TRUE
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct node {
  int value;
  struct node *next;
};
struct node *_Atomic top;

void *push(void *argument) {
  struct node *it = malloc(sizeof *it);
  it->value = (int)(long)argument;
  it->next = atomic_load(&top);
  while (!atomic_compare_exchange_weak(&top, &it->next, it)) {
  }
  return 0;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, 0, push, (void *)1);
  pthread_create(&second, 0, push, (void *)2);
  pthread_join(first, 0);
  pthread_join(second, 0);
  int sum = 0;
  struct node *it = top;
  while (it) {
    struct node *next = it->next;
    sum += it->value;
    free(it);
    it = next;
  }
  assert(sum == 3);
  return 0;
}
