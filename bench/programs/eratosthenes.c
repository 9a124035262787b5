/* the sieve of Eratosthenes up to N, by two threads that both go through all numbers */
#include "bench.h"
sh composite[N + 1];
void *sieve(void *_) {
  for (int p = 2; 2 * p <= N; p++)
    if (!L(composite[p]))
      for (int k = 2 * p; k <= N; k += p)
        S(composite[k], 1);
  return 0;
}
int main(void) {
  run_two(sieve, sieve);
  for (int n = 2; n <= N; n++) {
    int prime = 1;
    for (int d = 2; d < n; d++)
      prime = prime && n % d != 0;
    assert(!L(composite[n]) == prime);
  }
  return 0;
}
