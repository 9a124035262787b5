// The arguments of main are inputs. If they are taken to be none, the verdict has to say so.
//@ verdict: TRUE
//@ says: assumption
#include <assert.h>

int main(int argc, char **argv) {
  if (argc > 1) assert(argv[1] == 0);
  return 0;
}
