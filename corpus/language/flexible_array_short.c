// The sibling of flexible_array.c with room for two values only.
//@ verdict: FALSE(memory)
//@ line: 16
//@ says: out of bounds
#include <stdlib.h>

struct message {
  unsigned length;
  short data[];
};

int main(void) {
  struct message *m = malloc(sizeof *m + 2 * sizeof(short));
  m->length = 3;
  for (unsigned i = 0; i < m->length; i++)
    m->data[i] = -(short)i;
  free(m);
  return 0;
}
