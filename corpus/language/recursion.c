// Recursion: single, double and mutual.
//@ verdict: TRUE
#include <assert.h>

static int odd(unsigned n);
static int even(unsigned n) { return n == 0 ? 1 : odd(n - 1); }
static int odd(unsigned n) { return n == 0 ? 0 : even(n - 1); }
static int fibonacci(int n) { return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2); }
static int ackermann(int m, int n) {
  if (m == 0) return n + 1;
  if (n == 0) return ackermann(m - 1, 1);
  return ackermann(m - 1, ackermann(m, n - 1));
}
static void reverse(char *s, int from, int to) {
  if (from >= to) return;
  char c = s[from];
  s[from] = s[to];
  s[to] = c;
  reverse(s, from + 1, to - 1);
}

int main(void) {
  char s[] = "abcd";
  reverse(s, 0, 3);
  assert(s[0] == 'd' && s[1] == 'c' && s[3] == 'a' && s[4] == 0);
  assert(even(10) && odd(7) && !odd(4));
  assert(fibonacci(10) == 55 && ackermann(2, 2) == 7);
  return 0;
}
