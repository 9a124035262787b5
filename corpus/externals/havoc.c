// An undefined function may return anything: the assertion can fail.
//@ verdict: FALSE(reach)
//@ options: --externals havoc
//@ line: 12
#include <assert.h>
int device_ready(int port);
void log_line(const char *text);

int main(void) {
  log_line("start");
  int ready = device_ready(2);
  assert(ready == 0);
  return 0;
}
