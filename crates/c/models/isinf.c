static int __raddle_isinf(double number) { return number == 1e999 ? 1 : number == -1e999 ? -1 : 0; }
