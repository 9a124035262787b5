// goto forwards, backwards, out of nested loops, and into the middle of a loop.
//@ verdict: TRUE
#include <assert.h>

int main(void) {
  int n = 0, found = 0, i, j;
  goto middle;
  while (n < 10) {
    n += 100;
  middle:
    n += 1;
    if (n > 200) break;
    n -= 1;
    n += 4;
  }
  assert(n == 108);
  for (i = 0; i < 5; i++)
    for (j = 0; j < 5; j++)
      if (i * j == 6) {
        found = 1;
        goto out;
      }
out:
  assert(found && i == 2 && j == 3);
  int rounds = 0;
again:
  if (++rounds < 4) goto again;
  assert(rounds == 4);
  goto end;
  assert(0);
end:
  return 0;
}
