static long __raddle_lrint(double number) { return __builtin_rint(number); }
