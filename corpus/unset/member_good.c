// What an initialiser does not name is 0, also in the members of members and in the elements of strings.
//@ verdict: TRUE
#include <assert.h>

struct pair {
  int first;
  struct {
    char name[8];
    long number;
  } inner;
};

int main(void) {
  for (int i = 0; i < 2; i++) {
    struct pair it = {.inner = {.name = "ab"}};
    assert(it.first == 0 && it.inner.name[7] == 0 && it.inner.number == 0);
    it.first = 1;
  }
  return 0;
}
