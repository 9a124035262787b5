static long long __raddle_llround(double number) { return __builtin_round(number); }
