// Two pointers folded into one word: each thread knows one of them and finds the other.
//@ verdict: TRUE
#include <assert.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>

int *left, *right;
uintptr_t both;

void *from_left(void *argument) {
  int *other = (int *)(both ^ (uintptr_t)argument);
  assert(other == right);
  *other += 1;
  return 0;
}

int main(void) {
  pthread_t thread;
  left = calloc(1, sizeof *left);
  right = calloc(1, sizeof *right);
  both = (uintptr_t)left ^ (uintptr_t)right;
  pthread_create(&thread, 0, from_left, left);
  int *other = (int *)(both ^ (uintptr_t)right);
  *other += 2;
  pthread_join(thread, 0);
  assert(*left == 2 && *right == 1);
  free(left);
  free(right);
  return 0;
}
