static long __raddle_lrintl(long double number) { return __builtin_rintl(number); }
