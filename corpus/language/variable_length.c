// Arrays of variable length: sizes, parameters, pointers, typedefs, lifetimes.
//@ verdict: TRUE or open
#include <assert.h>
#include <stddef.h>
static int total(int n, int m, int a[n][m]) { int s = 0; for (int i = 0; i < n; i++) for (int j = 0; j < m; j++) s += a[i][j]; 
 assert(sizeof a[0] == m * sizeof(int)); return s; }
static int proto(int n, int (*)[n]);
static int rec(int n) { int a[n + 1]; a[n] = n; return n ? a[n] + rec(n - 1) : 0; }
int main(void) {
  int n = 3, m = 4;
  int a[n][m];
  n = 10;
  assert(sizeof a == 3 * 4 * sizeof(int) && sizeof a[0] == 16 && sizeof(char[n][2]) == 20);
  for (int i = 0; i < 3; i++) for (int j = 0; j < m; j++) a[i][j] = i * m + j;
  assert(total(3, m, a) == 66);
  assert(proto(4, a) == 11);
  int (*p)[m] = a; p++; assert((*p)[0] == 4); assert(p - a == 1); p += 1; assert(p[0][3] == 11); assert(p-- == &a[2]); assert((*--p)[1] == 1);
  assert(&a[2][1] - &a[0][0] == 9);
  typedef int row[m]; m = 100; row r; assert(sizeof r == 16 && sizeof(row) == 16);
  int s = 0;
  for (int i = 1; i < 5; i++) { char b[i]; b[i - 1] = i; if (i == 3) continue; s += b[i - 1] + sizeof b; if (i == 4) break; }
  assert(s == 1+1+2+2+4+4);
  assert(rec(4) == 10);
  int k = 0;
again: ;
  int v[k + 1]; v[k] = k; if (++k < 3) goto again;
  assert(v[2] == 2);
  return 0;
}
static int proto(int n, int b[][n]) { return b[2][n - 1]; }
