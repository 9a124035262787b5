// Handles in an array: three threads write a cell each, then all are joined.
// Linear extensions of c1<c2<c3<j1<j2<j3 with ci<wi<ji: put in w1, w2, w3 in turn; the number of places for wi between
// ci and ji depends on what was put there before. 16 runs have w1 before c2: 3 for (w2 before c3), …; see the sum below.
// Three chains ci-wi-ji: count by which writes are still open at c3. w1 and w2 done before c3: w1 in 1 way before c2 then
// w2, or w1, w2 in both orders after c2, or … = w1|c2|w2 (1) + c2 then {w1,w2} (2) = 3; then w3 before j3 among j1 j2: 3.
// Only w1 done: w1 before or after c2: 2; then w2<j2, w3<j3, j1<j2: w2 in {before, after j1} (2), w3 anywhere before j3:
// 4 places each = 8. Only w2 done (1 way): w1<j1<j2, w3: 4 places = 4. None done (1 way): w1<j1, w2<j2: w2 in 3 places
// (before w1, before j1, after j1), w3 in 5 = 15. Sum: 3*3 + 2*8 + 1*4 + 1*15 = 44.
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
