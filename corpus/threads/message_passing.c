// Message passing: who sees the flag also sees the data. The writer has 2 operations; the reader has 2, or 1 if it
// sees no flag. create, create, join, join around. Let k of the writer's operations come before the second create.
// k = 2 (flag seen): reader 2 operations, join 1 among them: 3. k = 1: the order of w2, j1 | r1, r2: flag seen (w2 r1):
// w2 then {j1} with {r1, r2}: 3; not seen (r1 w2): reader is done, w2 j1: 1; sum 4. k = 0: w1 w2 j1 with r: seen: w1 w2
// then 3; not seen: r1 before w1 or between w1 and w2: 2; sum 5. 3 + 4 + 5 = 12.
//@ verdict: TRUE without race
//@ executions: naive 12
#include <assert.h>
#include <pthread.h>

volatile int data, flag;

void *writer(void *unused) {
  data = 42;
  flag = 1;
  return 0;
}

void *reader(void *unused) {
  if (flag) {
    int value = data;
    assert(value == 42);
  }
  return 0;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, 0, writer, 0);
  pthread_create(&second, 0, reader, 0);
  pthread_join(first, 0);
  pthread_join(second, 0);
  return 0;
}
