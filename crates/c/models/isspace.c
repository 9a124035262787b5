static int __raddle_isspace(int c) { return c == ' ' || (c >= '\t' && c <= '\r'); }
