//@ verdict: FALSE(memory)
//@ says: a pointer is moved out of its object, and not to its end
// A text of three letters has four bytes.
int main(void) {
  const char *end = "abc" + 4;
  return "abc" + 5 == end;
}
