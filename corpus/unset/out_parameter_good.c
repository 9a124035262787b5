// A function sets what it is given the address of, or says that it has not.
//@ verdict: TRUE
#include <assert.h>

static int find(int key, int *result) {
  if (key > 2) return -1;
  *result = key + 1;
  return 0;
}

int main(void) {
  int value, sum = 0;
  for (int key = 0; key < 5; key++)
    if (find(key, &value) == 0) sum += value;
  assert(sum == 6);
  return 0;
}
