// Words of C23 and GCC's forms for types and labels.
//@ verdict: TRUE
#include <assert.h>
bool ready = true;
static_assert(sizeof(int) == 4, "int");
[[noreturn]] void stop(void);
struct pair {
  char left;
  struct {
    int list[4];
  } right;
};

int main(void) {
  [[maybe_unused]] bool done = 5;
  int *nothing = nullptr;
  assert(ready && done == 1 && !nothing && false == 0);
  assert(__builtin_types_compatible_p(int, int) && !__builtin_types_compatible_p(long, char *));
  assert(__builtin_types_compatible_p(__typeof__(done), _Bool));
  assert(__builtin_choose_expr(1, 3, nothing) == 3);
  short number = 1;
  assert(__alignof__(number) == 2 && __alignof__(long long) == 8);
  assert(__builtin_offsetof(struct pair, right.list[2]) == 12);
  {
    __label__ out;
    if (ready) goto out;
    number = 2;
  out:;
  }
  switch (number) {
  case 0 ... 3:
    number++;
    __attribute__((fallthrough));
  default:
    number++;
  }
  assert(number == 3 && __builtin_object_size(nothing, 0) == -1UL);
  return 0;
}
