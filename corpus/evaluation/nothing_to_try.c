//@ verdict: TRUE
//@ executions: naive 1
// Operands that have nothing to do with each other cost no further execution.
#include <assert.h>
#include <stdio.h>
struct queue {
  int items[4], head, tail;
} queue, other;
static int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
static void push(struct queue *to, int it) { to->items[to->tail++] = it; }
static int pop(struct queue *from) { return from->items[from->head++]; }
static int sum(int n) {
  int parts[n + 1];
  parts[n] = n;
  return n ? parts[n] + sum(n - 1) : 0;
}
int main(void) {
  push(&queue, 3);
  push(&other, 4);
  assert(pop(&queue) * pop(&other) == 12);
  assert(fib(5) == 5 && sum(3) - sum(1) == 5);
  printf("%d %d\n", printf("a"), puts("b"));
  return 0;
}
