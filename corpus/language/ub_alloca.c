// When the function has returned it is gone.
//@ verdict: FALSE(memory)
//@ line: 14
#include <alloca.h>

static int *last(int n) {
  int *p = 0;
  for (int i = 0; i < n; i++) {
    p = alloca(sizeof *p);
    *p = i;
  }
  return p;
}
int main(void) { return *last(2); }
