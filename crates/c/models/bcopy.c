static void __raddle_bcopy(const void *source, void *target, unsigned long size) { memmove(target, source, size); }
