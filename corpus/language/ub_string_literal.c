// Writing to a string literal.
//@ verdict: FALSE(memory)
//@ line: 7
//@ says: read-only
int main(void) {
  char *s = "abc";
  s[0] = 'x';
  return 0;
}
