/* Bits of numbers. */
static unsigned short __raddle___builtin_bswap16(unsigned short x) { return x << 8 | x >> 8; }

static unsigned __raddle___builtin_bswap32(unsigned x) {
  return x << 24 | (x & 0xff00) << 8 | (x >> 8 & 0xff00) | x >> 24;
}

static unsigned long long __raddle___builtin_bswap64(unsigned long long x) {
  return (unsigned long long)__builtin_bswap32((unsigned)x) << 32 | __builtin_bswap32((unsigned)(x >> 32));
}

static int __raddle___builtin_clz(unsigned bits) {
  if (bits == 0) bits >>= 8 * sizeof bits;
  int count = 0;
  for (; bits >> (8 * sizeof bits - 1) == 0; bits <<= 1) count++;
  return count;
}

static int __raddle___builtin_clzl(unsigned long bits) {
  if (bits == 0) bits >>= 8 * sizeof bits;
  int count = 0;
  for (; bits >> (8 * sizeof bits - 1) == 0; bits <<= 1) count++;
  return count;
}

static int __raddle___builtin_clzll(unsigned long long bits) {
  if (bits == 0) bits >>= 8 * sizeof bits;
  int count = 0;
  for (; bits >> (8 * sizeof bits - 1) == 0; bits <<= 1) count++;
  return count;
}

static int __raddle___builtin_ctz(unsigned bits) {
  if (bits == 0) bits >>= 8 * sizeof bits;
  int count = 0;
  for (; bits % 2 == 0; bits /= 2) count++;
  return count;
}

static int __raddle___builtin_ctzl(unsigned long bits) {
  if (bits == 0) bits >>= 8 * sizeof bits;
  int count = 0;
  for (; bits % 2 == 0; bits /= 2) count++;
  return count;
}

static int __raddle___builtin_ctzll(unsigned long long bits) {
  if (bits == 0) bits >>= 8 * sizeof bits;
  int count = 0;
  for (; bits % 2 == 0; bits /= 2) count++;
  return count;
}

static int __raddle___builtin_parity(unsigned bits) { return __builtin_popcount(bits) % 2; }

static int __raddle___builtin_parityl(unsigned long bits) { return __builtin_popcountl(bits) % 2; }

static int __raddle___builtin_parityll(unsigned long long bits) { return __builtin_popcountll(bits) % 2; }

static int __raddle___builtin_popcount(unsigned bits) {
  int count = 0;
  for (; bits != 0; bits &= bits - 1) count++;
  return count;
}

static int __raddle___builtin_popcountl(unsigned long bits) {
  int count = 0;
  for (; bits != 0; bits &= bits - 1) count++;
  return count;
}

static int __raddle___builtin_popcountll(unsigned long long bits) {
  int count = 0;
  for (; bits != 0; bits &= bits - 1) count++;
  return count;
}

static int __raddle_ffs(int number) {
  if (number == 0) return 0;
  int place = 1;
  for (unsigned bits = number; bits % 2 == 0; bits /= 2) place++;
  return place;
}

static int __raddle_ffsl(long number) {
  if (number == 0) return 0;
  int place = 1;
  for (unsigned long bits = number; bits % 2 == 0; bits /= 2) place++;
  return place;
}

static int __raddle_ffsll(long long number) {
  if (number == 0) return 0;
  int place = 1;
  for (unsigned long long bits = number; bits % 2 == 0; bits /= 2) place++;
  return place;
}
