// The headers follow the data model.
//@ verdict: TRUE
//@ options: --data-model ilp32
#include <assert.h>
#include <inttypes.h>
#include <limits.h>
#include <stdint.h>
#include <stddef.h>
#include <string.h>
#include <sys/types.h>
#include <time.h>
_Static_assert(sizeof(long) == 4 && sizeof(void *) == 4 && sizeof(size_t) == 4, "widths");
_Static_assert(sizeof(int64_t) == 8 && sizeof(intptr_t) == 4 && sizeof(ptrdiff_t) == 4 && sizeof(ssize_t) == 4, "int");
_Static_assert(sizeof(intmax_t) == 8 && sizeof(off_t) == 4 && sizeof(time_t) == 4 && sizeof(loff_t) == 8, "types");
_Static_assert(LONG_MAX == 2147483647L && ULONG_MAX == 4294967295UL && INTPTR_MAX == INT32_MAX, "limits");
_Static_assert(SIZE_MAX == UINT32_MAX && PTRDIFF_MAX == INT32_MAX && INT64_MAX == 9223372036854775807LL, "limits");
_Static_assert(sizeof(INT64_C(1)) == 8 && sizeof(UINTMAX_C(1)) == 8 && LONG_MIN < 0, "constants");

int main(void) {
  assert(strcmp(PRId64, "lld") == 0 && strcmp(PRIuPTR, "u") == 0);
  assert(sizeof(strlen("")) == 4 && sizeof 1L == 4);
  return 0;
}
