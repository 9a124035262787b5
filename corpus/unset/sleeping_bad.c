// How long a thread sleeps was never said.
//@ verdict: FALSE(memory)
//@ line: 8
#include <time.h>
int main(void) {
  struct timespec time;
  time.tv_nsec = 5;
  nanosleep(&time, 0);
  return 0;
}
