// An atomic section that reads for ever is cut like any other endless loop.
//@ verdict: TRUE(bounded)
//@ says: endless local loops or recursion cut
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
