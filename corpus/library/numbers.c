// Numbers in texts, sorting and searching, bits.
//@ verdict: TRUE
#define _GNU_SOURCE
#include <assert.h>
#include <byteswap.h>
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

static int ascending(const void *a, const void *b) {
  return *(const int *)a - *(const int *)b;
}

int main(void) {
  char *end;
  assert(strtol("  -42x", &end, 10) == -42 && *end == 'x');
  assert(strtol("0x1F", 0, 0) == 31 && strtol("017", 0, 0) == 15 && strtoul("ff", 0, 16) == 255);
  assert(errno == 0);
  assert(strtoll("99999999999999999999", 0, 10) == LLONG_MAX && errno == ERANGE);
  assert(strtol("-9223372036854775808", 0, 10) == LONG_MIN && strtoul("-1", 0, 10) == ULONG_MAX);
  assert(strtol("none", &end, 10) == 0 && *end == 'n' && atol("12") == 12 && atoll("-7") == -7);
  int numbers[] = {3, 1, 2}, key = 2, missing = 5;
  qsort(numbers, 3, sizeof(int), ascending);
  assert(numbers[0] == 1 && numbers[1] == 2 && numbers[2] == 3);
  assert(bsearch(&key, numbers, 3, sizeof(int), ascending) == numbers + 1);
  assert(bsearch(&missing, numbers, 3, sizeof(int), ascending) == 0);
  assert(ffs(0) == 0 && ffs(8) == 4 && ffsll(1LL << 40) == 41);
  assert(__builtin_popcount(0xf0) == 4 && __builtin_popcountll(~0ULL) == 64 && __builtin_parity(7) == 1);
  assert(__builtin_clz(1) == 31 && __builtin_ctz(8) == 3 && __builtin_clzll(1) == 63 && __builtin_ctzl(2) == 1);
  assert(bswap_16(0x1234) == 0x3412 && bswap_32(0x12345678) == 0x78563412);
  assert(bswap_64(0x0102030405060708ULL) == 0x0807060504030201ULL);
  int sum;
  unsigned char small;
  unsigned long size;
  assert(__builtin_add_overflow(INT_MAX, 1, &sum) && sum == INT_MIN);
  assert(!__builtin_sub_overflow(3, 5, &sum) && sum == -2 && __builtin_sub_overflow(3u, 5u, &size));
  assert(__builtin_mul_overflow(20, 20, &small) && small == 144 && !__builtin_mul_overflow(15, 17, &small));
  assert(__builtin_mul_overflow(ULONG_MAX, 2UL, &size) && !__builtin_add_overflow(1UL, 2, &size) && size == 3);
  assert(__builtin_smul_overflow(1 << 20, 1 << 20, &sum) && !__builtin_sadd_overflow(1, 2, &sum) && sum == 3);
  assert(__builtin_add_overflow_p(INT_MAX, 1, 0) && !__builtin_add_overflow_p(INT_MAX, 1, 0LL));
  long long wide;
  assert(__builtin_mul_overflow(LLONG_MIN, -1LL, &wide) && !__builtin_mul_overflow(-1LL, 5LL, &wide) && wide == -5);
  return 0;
}
