static long long __raddle_atoll(const char *text) { return strtoll(text, 0, 10); }
