// The program's own functions count, even if the library has functions of the same name.
//@ verdict: TRUE
#include <assert.h>

static int cell;

static void write(int value) { cell = value; }
static int read(void) { return cell; }
static int abs(int x) { return x < 0 ? -x : x; }
static unsigned long strlen(const char *s) {
  unsigned long n = 0;
  while (*s++) n++;
  return n;
}
static int signal(int x) { return x + 1; }

int main(void) {
  int time = 4;
  write(-5);
  assert(abs(read()) == 5);
  assert(strlen("four") == time);
  assert(signal(1) == 2);
  return 0;
}
