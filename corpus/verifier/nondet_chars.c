// All 256 values of both kinds of char are tried.
//@ verdict: TRUE
//@ executions: naive 512
#include <assert.h>

extern char __VERIFIER_nondet_char(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern _Bool __VERIFIER_nondet_bool(void);

int main(void) {
  if (__VERIFIER_nondet_bool()) {
    char c = __VERIFIER_nondet_char();
    assert(-128 <= c && c <= 127);
  } else {
    unsigned char u = __VERIFIER_nondet_uchar();
    assert(0 <= u && u <= 255);
  }
  return 0;
}
