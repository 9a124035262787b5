/* Semaphores of POSIX: one number, from which one is taken if it is not 0. The first word has twice the number, and 1 more
   since the semaphore was initialised; so it is full where one more does not fit, and an even number is no semaphore. `life` is used as a mutex that nobody
   locks: like those it knows whether it is initialised. */
struct __raddle_semaphore {
  unsigned value;
  unsigned unused;
  unsigned life[2];
};

enum { __raddle__sem_destroyed = -2 };

static void __raddle__sem_check(unsigned value) {
  if (value % 2) return;
  if (value == __raddle__sem_destroyed) __raddle_misuse("used-after-destroy", "a semaphore is used after it was destroyed");
  __raddle_misuse("never-initialised", "a semaphore is used that was never initialised");
}

static int __raddle_sem_init(void *semaphore, int shared, unsigned value) {
  struct __raddle_semaphore *it = semaphore;
  if (value > 0x7fffffff) {
    *__errno_location() = 22;
    return -1;
  }
  __VERIFIER_atomic_begin();
  pthread_mutex_init((void *)it->life, 0);
  it->value = 2 * value + 1;
  __VERIFIER_atomic_end();
  return 0;
}

static int __raddle_sem_destroy(void *semaphore) {
  struct __raddle_semaphore *it = semaphore;
  __VERIFIER_atomic_begin();
  pthread_mutex_destroy((void *)it->life);
  __raddle__sem_check(__atomic_load_n(&it->value, __ATOMIC_RELAXED));
  __atomic_store_n(&it->value, __raddle__sem_destroyed, __ATOMIC_RELAXED);
  __VERIFIER_atomic_end();
  return 0;
}

static int __raddle_sem_wait(void *semaphore) {
  struct __raddle_semaphore *it = semaphore;
  unsigned before;
  while ((before = __raddle_fetch_sub_if_fits(&it->value, 2)) == 1) {
  }
  __raddle__sem_check(before);
  return 0;
}

/* Takes one, or says why not. The time may be over at once, or never. */
static int __raddle__sem_try(void *semaphore, int error) {
  struct __raddle_semaphore *it = semaphore;
  unsigned before = __raddle_fetch_sub_if_fits(&it->value, 2);
  __raddle__sem_check(before);
  if (before >= 2) return 0;
  *__errno_location() = error;
  return -1;
}

static int __raddle_sem_trywait(void *semaphore) {
  return __raddle__sem_try(semaphore, 11);
}

static int __raddle_sem_timedwait(void *semaphore, const void *time) {
  int is_wrong = __raddle__look_at_time(time);
  return __raddle__sem_try(semaphore, is_wrong ? 22 : 110);
}

static int __raddle_sem_post(void *semaphore) {
  struct __raddle_semaphore *it = semaphore;
  unsigned before = __raddle_release_add_if_fits(&it->value, 2);
  __raddle__sem_check(before);
  if (before <= 0xfffffffdu) return 0;
  *__errno_location() = 75;
  return -1;
}

static int __raddle_sem_getvalue(void *semaphore, int *value) {
  struct __raddle_semaphore *it = semaphore;
  unsigned now = __atomic_load_n(&it->value, __ATOMIC_RELAXED);
  __raddle__sem_check(now);
  *value = now / 2;
  return 0;
}
