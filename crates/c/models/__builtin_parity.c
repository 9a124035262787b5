static int __raddle___builtin_parity(unsigned bits) { return __builtin_popcount(bits) % 2; }
