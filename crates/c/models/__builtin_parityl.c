static int __raddle___builtin_parityl(unsigned long bits) { return __builtin_popcountl(bits) % 2; }
