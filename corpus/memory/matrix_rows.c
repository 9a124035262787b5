// Threads fill rows of a two-dimensional heap array through a pointer to an array type.
//@ verdict: TRUE
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

typedef int row[2];
row *matrix;

void *fill(void *argument) {
  row *mine = &matrix[(long)argument];
  for (int i = 0; i < 2; i++) (*mine)[i] = (int)(long)argument * 2 + i;
  return 0;
}

int main(void) {
  pthread_t thread;
  matrix = malloc(2 * sizeof *matrix);
  pthread_create(&thread, 0, fill, (void *)1);
  fill((void *)0);
  pthread_join(thread, 0);
  for (int i = 0; i < 4; i++) assert(matrix[i / 2][i % 2] == i);
  free(matrix);
  return 0;
}
