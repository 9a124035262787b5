static long long __raddle_llabs(long long number) { return number < 0 ? -number : number; }
