/* The time may be over at once, or never. The holder of a mutex that checks for errors is told that it is. */
static int __raddle_pthread_mutex_timedlock(void *mutex, const void *time) {
  int is_wrong = __raddle__look_at_time(time);
  if (!pthread_mutex_trylock(mutex)) return 0;
  if (__raddle_mutex_kinds()) {
    unsigned holder = __atomic_load_n((unsigned *)mutex, __ATOMIC_RELAXED);
    unsigned kind = __atomic_load_n((unsigned *)mutex + 1, __ATOMIC_RELAXED) % 4;
    if (holder == pthread_self() && kind == 2) return 35;
  }
  return is_wrong ? 22 : 110;
}

static int __raddle_pthread_mutex_clocklock(void *mutex, int clock, const void *time) {
  return pthread_mutex_timedlock(mutex, time);
}
