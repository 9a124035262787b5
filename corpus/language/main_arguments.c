// A program without arguments is called by its name alone.
//@ verdict: TRUE
//@ says: `main` is called by its name, without arguments
#include <assert.h>
#include <string.h>

int main(int argc, char *argv[]) {
  int *count = &argc;
  assert(argc == 1 && *count == 1);
  assert(argv[0] != 0 && strlen(argv[0]) > 0 && argv[1] == 0);
  return 0;
}
