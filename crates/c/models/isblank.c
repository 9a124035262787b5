static int __raddle_isblank(int c) { return c == ' ' || c == '\t'; }
