static long __raddle_labs(long number) { return number < 0 ? -number : number; }
