static int __raddle_isfinite(double number) { return number - number == 0; }
