// Threads work on a local of main, through pointers inside of a struct; main waits before it looks.
//@ verdict: TRUE
#include <assert.h>
#include <pthread.h>

struct part {
  int *from, *to;
  int sum;
};

void *add(void *argument) {
  struct part *part = argument;
  int sum = 0;
  for (int *p = part->from; p < part->to; p++) sum += *p;
  part->sum = sum;
  return 0;
}

int main(void) {
  int values[2] = {1, 2};
  struct part left = {values, values + 1}, right = {values + 1, values + 2};
  pthread_t thread;
  pthread_create(&thread, 0, add, &left);
  add(&right);
  pthread_join(thread, 0);
  assert(left.sum + right.sum == 3);
  return 0;
}
