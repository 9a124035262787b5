static unsigned short __raddle___builtin_bswap16(unsigned short x) { return x << 8 | x >> 8; }
