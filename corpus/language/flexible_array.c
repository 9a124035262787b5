// A struct with a flexible array at its end, allocated with room for it.
//@ verdict: TRUE
#include <assert.h>
#include <stdlib.h>

struct message {
  unsigned length;
  short data[];
};

int main(void) {
  struct message *m = malloc(sizeof *m + 3 * sizeof(short));
  m->length = 3;
  for (unsigned i = 0; i < m->length; i++) m->data[i] = -(short)i;
  assert(sizeof *m == 4 && m->data[2] == -2);
  free(m);
  return 0;
}
