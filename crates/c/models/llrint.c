static long long __raddle_llrint(double number) { return __builtin_rint(number); }
