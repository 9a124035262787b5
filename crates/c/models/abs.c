static int __raddle_abs(int number) { return number < 0 ? -number : number; }
