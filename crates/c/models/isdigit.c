static int __raddle_isdigit(int c) { return c >= '0' && c <= '9'; }
