// Unions, byte by byte: initialisers of any member, anonymous ones inside, copies, arguments and results.
//@ verdict: TRUE
#include <assert.h>
#include <string.h>

union word {
  unsigned number;
  unsigned char bytes[4];
  struct {
    unsigned short low, high;
  } halves;
  short row[2];
};
struct tagged {
  int tag;
  union {
    int number;
    struct {
      char first, second;
    };
  };
  union word words[2];
};

static union word by_name = {.halves = {.high = 0x1234}};
static struct tagged table[] = {{1, {2}, {{3}, {.bytes = {[2] = 4}}}}, {.first = 'a', .second = 'b'}};

static union word swapped(union word w) {
  union word result = {.halves = {w.halves.high, w.halves.low}};
  return result;
}

int main(void) {
  assert(by_name.number == 0x12340000 && by_name.bytes[3] == 0x12 && by_name.row[1] == 0x1234);
  assert(table[0].words[1].number == 0x40000 && table[0].number == 2 && table[1].number == 'a' + 256 * 'b');
  union word w = {0x01020304};
  assert(w.bytes[0] == 4 && swapped(w).number == 0x03040102);
  struct tagged copy = table[1], *p = &copy;
  p->words[0] = swapped(w);
  assert(p->words[0].bytes[0] == 2 && p->tag == 0);
  w.row[0] = -1;
  assert(w.number == 0x0102ffff);
  copy = (struct tagged){5, {.second = 1}, {[0 ... 1] = {.number = 9}}};
  assert(copy.number == 256 && copy.words[1].bytes[0] == 9);
  return 0;
}
