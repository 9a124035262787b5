static int __raddle___builtin_parityll(unsigned long long bits) { return __builtin_popcountll(bits) % 2; }
