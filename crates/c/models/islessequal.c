static int __raddle_islessequal(double a, double b) { return a <= b; }
