static long __raddle_lround(double number) { return __builtin_round(number); }
