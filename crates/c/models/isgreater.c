static int __raddle_isgreater(double a, double b) { return a > b; }
