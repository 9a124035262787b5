// abort and exit end the program without a violation; nothing behind them is reached.
//@ verdict: TRUE
//@ executions: naive 3
#include <assert.h>
#include <stdlib.h>

extern unsigned char __VERIFIER_nondet_uchar(void);
extern void __VERIFIER_assume(int);

int main(void) {
  unsigned char way = __VERIFIER_nondet_uchar();
  __VERIFIER_assume(way < 3);
  switch (way) {
  case 0: abort();
  case 1: exit(1);
  default: _Exit(2);
  }
  assert(0);
  return 0;
}
