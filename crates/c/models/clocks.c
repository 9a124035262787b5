/* Clocks: each thread sees its own, and they do not go back. */
static int __raddle_clock_gettime(int clock, void *time) {
  static _Thread_local long seconds;
  seconds += __VERIFIER_nondet_bool();
  ((long *)time)[0] = seconds;
  ((long *)time)[1] = 0;
  return 0;
}

static int __raddle_gettimeofday(void *time, void *zone) { return clock_gettime(0, time); }

static int __raddle_timespec_get(void *time, int base) { return clock_gettime(0, time), base; }
