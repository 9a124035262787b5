/* Locks for many readers or one writer. The first word is twice the number of readers; a writer makes it as large as it can
   be, and one less means that the lock was destroyed. `life` is used as a mutex that nobody locks: like those it knows
   whether it is initialised. How often a thread holds the lock is in `held`, at a place that no other thread looks at; 16
   threads after it, that of another begins again. */
struct __raddle_rwlock {
  unsigned readers;
  unsigned unused;
  unsigned life[2];
  unsigned held[16];
};

enum { __raddle__rw_written = -1, __raddle__rw_destroyed = -2 };

/* How often this thread holds a lock; a writer does so most often. */
static unsigned *__raddle__rw_held(struct __raddle_rwlock *it) {
  return &it->held[(pthread_self() - 1) % 16];
}

/* Whether this thread has locked it for writing: then it would wait for itself. */
static int __raddle__rw_is_own(struct __raddle_rwlock *it) {
  return __atomic_load_n(__raddle__rw_held(it), __ATOMIC_RELAXED) == __raddle__rw_written;
}

static void __raddle__rw_check(unsigned readers) {
  if (readers == __raddle__rw_destroyed) __raddle_misuse("used-after-destroy", "a read-write lock is used after it was destroyed");
}

static int __raddle_pthread_rwlock_init(void *lock, const void *attributes) {
  struct __raddle_rwlock *it = lock;
  __VERIFIER_atomic_begin();
  pthread_mutex_init((void *)it->life, 0);
  for (int i = 0; i < 16; i++) __atomic_store_n(&it->held[i], 0, __ATOMIC_RELAXED);
  __atomic_store_n(&it->readers, 0, __ATOMIC_RELAXED);
  __VERIFIER_atomic_end();
  return 0;
}

static int __raddle_pthread_rwlock_destroy(void *lock) {
  struct __raddle_rwlock *it = lock;
  __VERIFIER_atomic_begin();
  pthread_mutex_destroy((void *)it->life);
  if (__atomic_load_n(&it->readers, __ATOMIC_RELAXED)) __raddle_misuse("destroyed-in-use", "a read-write lock is destroyed while it is held");
  __atomic_store_n(&it->readers, __raddle__rw_destroyed, __ATOMIC_RELAXED);
  __VERIFIER_atomic_end();
  return 0;
}

static int __raddle_pthread_rwlock_tryrdlock(void *lock) {
  struct __raddle_rwlock *it = lock;
  unsigned found = __raddle_fetch_add_if_fits(&it->readers, 2);
  __raddle__rw_check(found);
  if (found == __raddle__rw_written) return 16;
  __atomic_fetch_add(__raddle__rw_held(it), 1, __ATOMIC_RELAXED);
  return 0;
}

static int __raddle_pthread_rwlock_rdlock(void *lock) {
  struct __raddle_rwlock *it = lock;
  unsigned found;
  if (__raddle__rw_is_own(it)) return 35;
  while ((found = __raddle_fetch_add_if_fits(&it->readers, 2)) == __raddle__rw_written) {
  }
  __raddle__rw_check(found);
  __atomic_fetch_add(__raddle__rw_held(it), 1, __ATOMIC_RELAXED);
  return 0;
}

static int __raddle_pthread_rwlock_timedrdlock(void *lock, const void *time) {
  int is_wrong = __raddle__look_at_time(time);
  if (__raddle__rw_is_own(lock)) return 35;
  return !pthread_rwlock_tryrdlock(lock) ? 0 : is_wrong ? 22 : 110;
}

static int __raddle_pthread_rwlock_trywrlock(void *lock) {
  struct __raddle_rwlock *it = lock;
  unsigned found = 0;
  if (!__atomic_compare_exchange_n(&it->readers, &found, __raddle__rw_written, 0, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED)) {
    __raddle__rw_check(found);
    return 16;
  }
  __atomic_store_n(__raddle__rw_held(it), __raddle__rw_written, __ATOMIC_RELAXED);
  return 0;
}

static int __raddle_pthread_rwlock_wrlock(void *lock) {
  struct __raddle_rwlock *it = lock;
  unsigned found = 0;
  if (__raddle__rw_is_own(it)) return 35;
  while (!__atomic_compare_exchange_n(&it->readers, &found, __raddle__rw_written, 0, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED)) {
    __raddle__rw_check(found);
    found = 0;
  }
  __atomic_store_n(__raddle__rw_held(it), __raddle__rw_written, __ATOMIC_RELAXED);
  return 0;
}

static int __raddle_pthread_rwlock_timedwrlock(void *lock, const void *time) {
  int is_wrong = __raddle__look_at_time(time);
  if (__raddle__rw_is_own(lock)) return 35;
  return !pthread_rwlock_trywrlock(lock) ? 0 : is_wrong ? 22 : 110;
}

static int __raddle_pthread_rwlock_unlock(void *lock) {
  struct __raddle_rwlock *it = lock;
  unsigned *held = __raddle__rw_held(it);
  __VERIFIER_atomic_begin();
  unsigned own = __atomic_load_n(held, __ATOMIC_RELAXED);
  if (own == 0) {
    unsigned readers = __atomic_load_n(&it->readers, __ATOMIC_RELAXED);
    __raddle__rw_check(readers);
    if (readers == 0) __raddle_misuse("not-held", "a read-write lock is unlocked that nobody holds");
    __raddle_misuse("not-held", "a read-write lock is unlocked that another thread holds");
  }
  if (own == __raddle__rw_written) {
    __atomic_store_n(held, 0, __ATOMIC_RELAXED);
    __atomic_store_n(&it->readers, 0, __ATOMIC_RELEASE);
  } else {
    __atomic_store_n(held, own - 1, __ATOMIC_RELAXED);
    __atomic_fetch_sub(&it->readers, 2, __ATOMIC_RELEASE);
  }
  __VERIFIER_atomic_end();
  return 0;
}
