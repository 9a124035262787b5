static int __raddle_timespec_get(void *time, int base) { return clock_gettime(0, time), base; }
