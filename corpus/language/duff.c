// A switch whose cases stand inside of a loop (Duff's device).
//@ verdict: TRUE
#include <assert.h>

static int copy(char *to, const char *from, int count) {
  int rounds = (count + 3) / 4, passes = 0;
  switch (count % 4) {
  case 0: do { passes++; *to++ = *from++;
  case 3:      *to++ = *from++;
  case 2:      *to++ = *from++;
  case 1:      *to++ = *from++;
          } while (--rounds > 0);
  }
  return passes;
}

int main(void) {
  char to[8] = {0};
  assert(copy(to, "abcdefg", 7) == 1);
  for (int i = 0; i < 7; i++) assert(to[i] == 'a' + i);
  assert(to[7] == 0);
  return 0;
}
