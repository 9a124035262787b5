static int __raddle_isless(double a, double b) { return a < b; }
