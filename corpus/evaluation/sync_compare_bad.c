//@ verdict: FALSE(memory)
//@ line: 7
// The arguments of a builtin are in no order, either.
int word;
int main(void) {
  int i = 0;
  return __sync_bool_compare_and_swap(&word, i, i++);
}
