static long long __raddle_llrintf(float number) { return __builtin_rintf(number); }
