static int __raddle_isupper(int c) { return c >= 'A' && c <= 'Z'; }
