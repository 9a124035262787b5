static long long __raddle_llroundf(float number) { return __builtin_roundf(number); }
