/* The time may be over at once, or never. */
static int __raddle_pthread_mutex_timedlock(void *mutex, const void *time) {
  return pthread_mutex_trylock(mutex) ? 110 : 0;
}

static int __raddle_pthread_mutex_clocklock(void *mutex, int clock, const void *time) {
  return pthread_mutex_trylock(mutex) ? 110 : 0;
}
