// Kernel style: from a member back to the struct, by offsetof and casts, also through unsigned long.
//@ verdict: TRUE
#include <assert.h>
#include <stddef.h>
#include <stdint.h>

#define container_of(pointer, type, member) \
  ({ \
    const __typeof__(((type *)0)->member) *at = (pointer); \
    (type *)((char *)at - offsetof(type, member)); \
  })

struct link {
  struct link *next;
};

struct item {
  char tag;
  struct {
    int key;
    struct link link[2];
  } part;
};

enum { OFFSET = offsetof(struct item, part.link[1]) };
static char room[offsetof(struct item, part.key)];

int main(void) {
  struct item a = {.tag = 'a', .part = {.key = 4, .link = {[1] = {0}}}};
  struct link *inner = &a.part.link[1];
  struct item *outer = container_of(inner, struct item, part.link[1]);
  assert(outer == &a && outer->part.key == 4);
  assert(OFFSET == (char *)inner - (char *)&a);
  assert(sizeof room == 8 && __builtin_offsetof(struct item, tag) == 0);
  uintptr_t bits = (uintptr_t)inner;
  assert(((struct item *)(bits - OFFSET))->tag == 'a');
  assert((bits & 1) == 0 && ((struct link *)((bits | 1) & ~(uintptr_t)1))->next == 0);
  return 0;
}
