// Calling through a null function pointer.
//@ verdict: FALSE(memory)
//@ line: 7
static int (*handler)(int);

int main(void) {
  return handler(3);
}
