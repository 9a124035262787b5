static int __raddle_isnan(double number) { return number != number; }
