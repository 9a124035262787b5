// strtok writes into a literal.
//@ verdict: FALSE(memory)
//@ says: strtok
#include <string.h>

int main(void) {
  char *text = "a,b";
  return strtok(text, ",") != text;
}
