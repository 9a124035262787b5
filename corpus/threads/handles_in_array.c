// Handles in an array: three threads write a cell each, then all are joined.
// How many orders of ci < wi < ji with c1 < c2 < c3 < j1 < j2 < j3 there are, by the writes that are done before c3:
// w1 and w2 (3 ways to get there): w3 goes before j3 among j1, j2: 3 places. Only w1 (2 ways): w2 before or behind j1,
// then w3 in 4 places: 8. Only w2 (1 way): w1 before j1, w3 in 4 places: 4. None (1 way): w2 in 3 places around
// w1, j1, then w3 in 5: 15. Together 3*3 + 2*8 + 1*4 + 1*15 = 44.
//@ verdict: TRUE
//@ executions: naive 44
#include <assert.h>
#include <pthread.h>

#define N 3
int cell[N];

void *write_cell(void *index) {
  cell[(long)index] = (int)(long)index + 1;
  return 0;
}

int main(void) {
  pthread_t thread[N];
  for (long i = 0; i < N; i++) pthread_create(&thread[i], 0, write_cell, (void *)i);
  for (int i = 0; i < N; i++) pthread_join(thread[i], 0);
  assert(cell[0] + cell[1] + cell[2] == 6);
  return 0;
}
