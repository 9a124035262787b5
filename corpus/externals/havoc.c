// An undefined function may return anything: the assertion can fail.
//@ verdict: FALSE(reach)
//@ options: --externals havoc
//@ line: 14
//@ says: `device_ready` is not defined: its calls return any value and change nothing
//@ says: `log_line` is not defined: its calls change nothing
#include <assert.h>
int device_ready(int port);
void log_line(const char *text);

int main(void) {
  log_line("start");
  int ready = device_ready(2);
  assert(ready == 0);
  return 0;
}
