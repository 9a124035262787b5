// Functions and variables that nobody defines are 0; arguments are evaluated.
//@ verdict: TRUE
//@ options: --externals stub
//@ says: `device_ready` is not defined: its calls return 0 and change nothing
//@ says: `setting` is defined nowhere: it starts as 0
#include <assert.h>
extern int setting;
int device_ready(int port);
void *memory(int pages);

int main(void) {
  int port = 1;
  assert(device_ready(port++) == 0);
  assert(port == 2 && setting == 0 && memory(3) == 0);
  return unknown_name(port);
}
