static unsigned __raddle___builtin_bswap32(unsigned x) {
  return x << 24 | (x & 0xff00) << 8 | (x >> 8 & 0xff00) | x >> 24;
}
