static void __raddle_bzero(void *target, unsigned long size) { memset(target, 0, size); }
