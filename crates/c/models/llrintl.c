static long long __raddle_llrintl(long double number) { return __builtin_rintl(number); }
