static long __raddle_lroundf(float number) { return __builtin_roundf(number); }
