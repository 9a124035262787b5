// A loop without an end and without any visible operation is cut, and the verdict says so.
//@ verdict: TRUE(bounded)
//@ says: endless local loops or recursion cut
int main(void) {
  for (unsigned i = 0;; i++) {
  }
}
