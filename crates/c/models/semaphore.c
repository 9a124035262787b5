/* Semaphores of POSIX: one number, from which one is taken if it is not 0. */
static int __raddle_sem_init(void *semaphore, int shared, unsigned value) {
  if (value > 0x7fffffff) {
    *__errno_location() = 22;
    return -1;
  }
  __atomic_store_n((unsigned *)semaphore, value, __ATOMIC_RELEASE);
  return 0;
}

static int __raddle_sem_destroy(void *semaphore) {
  return 0;
}

static int __raddle_sem_wait(void *semaphore) {
  while (__raddle_fetch_sub_if_fits((unsigned *)semaphore, 1) == 0) {
  }
  return 0;
}

static int __raddle_sem_trywait(void *semaphore) {
  if (__raddle_fetch_sub_if_fits((unsigned *)semaphore, 1)) return 0;
  *__errno_location() = 11;
  return -1;
}

/* The time may be over at once, or never. */
static int __raddle_sem_timedwait(void *semaphore, const void *time) {
  if (__raddle_fetch_sub_if_fits((unsigned *)semaphore, 1)) return 0;
  *__errno_location() = 110;
  return -1;
}

static int __raddle_sem_post(void *semaphore) {
  __atomic_fetch_add((unsigned *)semaphore, 1, __ATOMIC_RELEASE);
  return 0;
}

static int __raddle_sem_getvalue(void *semaphore, int *value) {
  *value = __atomic_load_n((unsigned *)semaphore, __ATOMIC_RELAXED);
  return 0;
}
