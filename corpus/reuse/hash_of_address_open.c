//@ verdict: TRUE(bounded)
//@ says: computed from its address at
// A table of which the place of an entry is computed from an address, and nothing is compared.
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
static int used[4];
static unsigned place_of(void *it) { return (unsigned)(((uintptr_t)it >> 4) % 4); }
int main(void) {
  int *one = malloc(16);
  used[place_of(one)]++;
  free(one);
  int *two = malloc(16);
  used[place_of(two)]++;
  free(two);
  return 0;
}
