// setjmp.
//@ verdict: UNKNOWN(input)
//@ error: C0408
//@ line: 10
#include <setjmp.h>

jmp_buf home;

int main(void) {
  if (setjmp(home)) return 1;
  longjmp(home, 1);
}
