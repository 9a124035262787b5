// The bound counts each loop by itself, from each entry anew: 3 * 3 rounds need a bound of 3 only.
//@ verdict: TRUE
//@ options: --unwind 3
#include <assert.h>

int main(void) {
  int rounds = 0;
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) rounds++;
  assert(rounds == 9);
  return 0;
}
