static long __raddle_lroundl(long double number) { return __builtin_roundl(number); }
