//@ verdict: TRUE
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
  int content = it->content;
  return content + drop(it);
}
