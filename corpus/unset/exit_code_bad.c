// The exit code leaves the program.
//@ verdict: FALSE(memory)
#include <stdlib.h>
int main(void) {
  int code;
  exit(code);
}
