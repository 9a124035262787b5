static long __raddle_lrintf(float number) { return __builtin_rintf(number); }
