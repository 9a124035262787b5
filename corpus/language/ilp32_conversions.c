// The same in ilp32: long is as wide as int, so unsigned int and long meet in unsigned long.
//@ verdict: TRUE
//@ options: --data-model ilp32
#include <assert.h>
#include <limits.h>

int main(void) {
  assert(sizeof(long) == 4 && sizeof(void *) == 4 && sizeof(long long) == 8 && sizeof(int) == 4);
  assert(-1L > 1U);
  assert(-1LL < 1U);
  assert(LONG_MAX == 2147483647 && ULONG_MAX == 4294967295u);
  assert(sizeof 2147483648 == 8 && sizeof 0x80000000 == 4);
  struct {
    char c;
    long l;
  } s;
  assert(sizeof s == 8);
  assert(sizeof(char *[3]) == 12);
  return 0;
}
