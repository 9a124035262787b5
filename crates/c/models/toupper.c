static int __raddle_toupper(int c) { return c >= 'a' && c <= 'z' ? c - 'a' + 'A' : c; }
