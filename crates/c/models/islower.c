static int __raddle_islower(int c) { return c >= 'a' && c <= 'z'; }
