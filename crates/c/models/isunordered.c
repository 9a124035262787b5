static int __raddle_isunordered(double a, double b) { return a != a || b != b; }
