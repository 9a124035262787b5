// while, do and for with break and continue, empty parts, and their variables' scopes.
//@ verdict: TRUE
#include <assert.h>

int main(void) {
  int n = 0, skipped = 0;
  do {
    n++;
    if (n == 3) continue;
    skipped += n;
  } while (n < 5);
  assert(n == 5 && skipped == 12);
  do n = 7; while (0);
  assert(n == 7);
  for (;;) {
    if (--n < 3) break;
  }
  assert(n == 2);
  int i = 50;
  for (int i = 0, j = 10; i < j; i++, j--) n = i;
  assert(i == 50 && n == 4);
  for (i = 0; i < 10; i++) {
    if (i % 2) continue;
    if (i > 6) break;
  }
  assert(i == 8);
  while (i-- > 0);
  assert(i == -1);
  return 0;
}
