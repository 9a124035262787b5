/* Clocks: there is one, it stands still or goes on, and it does not go back. */
static long __raddle__seconds(void) {
  static long seconds;
  long now;
  __VERIFIER_atomic_begin();
  now = __atomic_load_n(&seconds, __ATOMIC_RELAXED) + __VERIFIER_nondet_bool();
  __atomic_store_n(&seconds, now, __ATOMIC_RELAXED);
  __VERIFIER_atomic_end();
  return now;
}

static int __raddle_clock_gettime(int clock, void *time) {
  ((long *)time)[0] = __raddle__seconds();
  ((long *)time)[1] = 0;
  return 0;
}

static int __raddle_gettimeofday(void *time, void *zone) { return clock_gettime(0, time); }

static int __raddle_timespec_get(void *time, int base) { return clock_gettime(0, time), base; }

static long __raddle_time(void *time) {
  long now = __raddle__seconds();
  if (time) *(long *)time = now;
  return now;
}

static long __raddle_clock(void) { return __raddle__seconds(); }
