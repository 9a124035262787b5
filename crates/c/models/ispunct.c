static int __raddle_ispunct(int c) { return c > 32 && c < 127 && !isalnum(c); }
