static int __raddle_isgreaterequal(double a, double b) { return a >= b; }
