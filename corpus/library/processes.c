// Processes and signals are not supported.
//@ verdict: UNKNOWN(input)
//@ error: C0413
//@ line: 9
//@ line: 10
#include <signal.h>
#include <unistd.h>
int main(void) {
  signal(SIGINT, SIG_IGN);
  return fork();
}
