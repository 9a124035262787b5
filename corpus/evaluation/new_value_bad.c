//@ verdict: FALSE(memory)
//@ line: 7
// The place and the operand of what gives the new value.
int words[2];
int main(void) {
  int i = 0;
  return __sync_add_and_fetch(&words[i], i++);
}
