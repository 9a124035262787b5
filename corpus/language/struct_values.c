// Structs as values through function pointers, commas, conditionals, compound literals and nested initialisers.
//@ verdict: TRUE
#include <assert.h>

struct inner {
  char tag;
  union {
    int number;
    char byte[4];
  };
};
struct outer {
  int a[3];
  struct inner in;
};

static struct outer make(int x) {
  struct outer r = {{x, x + 1, x + 2}, {'c', {.number = 5}}};
  return r;
}
static int second(struct outer v) { return ++v.a[1]; }
static int (*apply)(struct outer) = second;
struct outer table[2];

int main(void) {
  assert(apply(make(1)) == 3);
  struct outer x = make(7), *p = &x;
  *p = *p;
  table[0] = table[1] = x;
  assert(table[0].in.byte[0] == 5 && table[1].a[2] == 9 && table[0].in.tag == 'c');
  struct outer y = (x.a[0] = 1, x), z = x.a[0] ? y : x;
  assert(y.a[0] == 1 && z.a[1] == 8);
  struct {
    struct outer list[2];
  } big = {{make(1), make(2)}};
  assert(big.list[1].a[0] == 2);
  p = &(struct outer){.a = {[1] = 6}, .in.number = 3};
  assert(p->a[1] == 6 && p->in.number == 3 && p->a[0] == 0);
  return 0;
}
