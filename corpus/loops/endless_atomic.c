// An atomic section that reads for ever is cut like any other endless loop, and nothing comes to its end.
//@ verdict: UNKNOWN(bound)
//@ says: the loop at
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
volatile int never;

int main(void) {
  __VERIFIER_atomic_begin();
  while (!never) {
  }
  __VERIFIER_atomic_end();
  return 0;
}
