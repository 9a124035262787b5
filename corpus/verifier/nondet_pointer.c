// A pointer to no object must not be followed.
//@ verdict: FALSE(memory)
//@ line: 8
void *__VERIFIER_nondet_pointer(void);

int main(void) {
  int *pointer = __VERIFIER_nondet_pointer();
  if (pointer) *pointer = 1;
  return 0;
}
