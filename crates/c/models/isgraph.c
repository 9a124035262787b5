static int __raddle_isgraph(int c) { return c > 32 && c < 127; }
