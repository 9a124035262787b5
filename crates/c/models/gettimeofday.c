static int __raddle_gettimeofday(void *time, void *zone) { return clock_gettime(0, time); }
