// The sibling of matrix_rows.c with rows counted from 1: the last thread writes behind the array.
//@ verdict: FALSE(memory)
//@ line: 13
//@ says: out of bounds
#include <pthread.h>
#include <stdlib.h>

typedef int row[2];
row *matrix;

void *fill(void *argument) {
  row *mine = &matrix[(long)argument];
  (*mine)[1] = 0;
  return 0;
}

int main(void) {
  pthread_t first, second;
  matrix = malloc(2 * sizeof *matrix);
  pthread_create(&first, 0, fill, (void *)1);
  pthread_create(&second, 0, fill, (void *)2);
  pthread_join(first, 0);
  pthread_join(second, 0);
  free(matrix);
  return 0;
}
