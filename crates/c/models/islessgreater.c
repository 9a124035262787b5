static int __raddle_islessgreater(double a, double b) { return a < b || a > b; }
