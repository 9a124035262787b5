//@ verdict: FALSE(memory)
//@ line: 13
#include <stdlib.h>
struct box {
  int content;
};
static int drop(struct box *it) {
  free(it);
  return 0;
}
int main(void) {
  struct box *it = calloc(1, sizeof *it);
  return it->content + drop(it);
}
