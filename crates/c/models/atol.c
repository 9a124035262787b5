static long __raddle_atol(const char *text) { return strtol(text, 0, 10); }
