static int __raddle_fgetc(void *file) { return getchar(); }
