static long long __raddle_llroundl(long double number) { return __builtin_roundl(number); }
