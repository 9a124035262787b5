static unsigned long long __raddle___builtin_bswap64(unsigned long long x) {
  return (unsigned long long)__builtin_bswap32((unsigned)x) << 32 | __builtin_bswap32((unsigned)(x >> 32));
}
