//@ verdict: TRUE
//@ says: scope: all executions
// Atomic objects of 16 bytes in raw memory, at a multiple of 16; and a structure that is only aligned to 8, which is accessed under a lock of
// the library.
#include <assert.h>
#include <stdatomic.h>

struct counted {
  void *pointer;
  long count;
};

struct holder {
  long before;
  struct counted top;
};

static _Alignas(16) char room[48];
static struct holder holder;

int main(void) {
  _Atomic struct counted *top = (_Atomic struct counted *)(room + 16);
  struct counted wanted = {room, 1}, found;
  atomic_store(top, wanted);
  found = atomic_load(top);
  assert(found.count == 1);
  __atomic_store(&holder.top, &wanted, __ATOMIC_SEQ_CST);
  __atomic_load(&holder.top, &found, __ATOMIC_SEQ_CST);
  assert(found.pointer == room);
  return 0;
}
