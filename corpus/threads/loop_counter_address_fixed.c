// The sibling of loop_counter_address.c: each thread gets the address of its own copy.
// Per thread two visible operations (read the copy, write seen); 2 threads and create, create, join, join:
// sum over r = 0..2 of C(2 + r + 1, 2) = 3 + 6 + 10 = 19.  (The writes of main to `copy` come before the first create.)
//@ verdict: TRUE
//@ executions: naive 19
#include <assert.h>
#include <pthread.h>

int seen[2];

void *record(void *argument) {
  int index = *(int *)argument;
  seen[index] = index;
  return 0;
}

int main(void) {
  pthread_t thread[2];
  int copy[2] = {0, 1};
  for (int i = 0; i < 2; i++) pthread_create(&thread[i], 0, record, &copy[i]);
  for (int i = 0; i < 2; i++) pthread_join(thread[i], 0);
  assert(seen[0] + seen[1] == 1);
  return 0;
}
