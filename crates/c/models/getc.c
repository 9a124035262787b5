static int __raddle_getc(void *file) { return getchar(); }
