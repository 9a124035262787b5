/* Locks for many readers or one writer. The first word counts the readers; a writer makes it as large as it can be, and
   leaves its name in the second word. */
struct __raddle_rwlock {
  unsigned readers;
  unsigned long writer;
};

static int __raddle_pthread_rwlock_init(void *lock, const void *attributes) {
  struct __raddle_rwlock *it = lock;
  __atomic_store_n(&it->readers, 0, __ATOMIC_RELAXED);
  __atomic_store_n(&it->writer, 0, __ATOMIC_RELAXED);
  return 0;
}

static int __raddle_pthread_rwlock_destroy(void *lock) {
  struct __raddle_rwlock *it = lock;
  if (__atomic_load_n(&it->readers, __ATOMIC_RELAXED)) __raddle_misuse("destroyed-in-use", "a read-write lock is destroyed while it is held");
  return 0;
}

static int __raddle_pthread_rwlock_tryrdlock(void *lock) {
  struct __raddle_rwlock *it = lock;
  return __raddle_fetch_add_if_fits(&it->readers, 1) == 0xffffffffu ? 16 : 0;
}

static int __raddle_pthread_rwlock_rdlock(void *lock) {
  struct __raddle_rwlock *it = lock;
  while (__raddle_fetch_add_if_fits(&it->readers, 1) == 0xffffffffu) {
  }
  return 0;
}

static int __raddle_pthread_rwlock_timedrdlock(void *lock, const void *time) {
  __raddle__look_at_time(time);
  return pthread_rwlock_tryrdlock(lock) ? 110 : 0;
}

static int __raddle_pthread_rwlock_trywrlock(void *lock) {
  struct __raddle_rwlock *it = lock;
  unsigned free = 0;
  if (!__atomic_compare_exchange_n(&it->readers, &free, 0xffffffffu, 0, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED)) return 16;
  __atomic_store_n(&it->writer, pthread_self(), __ATOMIC_RELAXED);
  return 0;
}

static int __raddle_pthread_rwlock_wrlock(void *lock) {
  struct __raddle_rwlock *it = lock;
  unsigned free = 0;
  while (!__atomic_compare_exchange_n(&it->readers, &free, 0xffffffffu, 0, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED)) {
    free = 0;
  }
  __atomic_store_n(&it->writer, pthread_self(), __ATOMIC_RELAXED);
  return 0;
}

static int __raddle_pthread_rwlock_timedwrlock(void *lock, const void *time) {
  __raddle__look_at_time(time);
  return pthread_rwlock_trywrlock(lock) ? 110 : 0;
}

static int __raddle_pthread_rwlock_unlock(void *lock) {
  struct __raddle_rwlock *it = lock;
  __VERIFIER_atomic_begin();
  unsigned readers = __atomic_load_n(&it->readers, __ATOMIC_RELAXED);
  if (readers == 0) __raddle_misuse("not-held", "a read-write lock is unlocked that nobody holds");
  if (readers != 0xffffffffu) {
    __atomic_fetch_sub(&it->readers, 1, __ATOMIC_RELEASE);
  } else {
    if (__atomic_load_n(&it->writer, __ATOMIC_RELAXED) != pthread_self()) {
      __raddle_misuse("not-held", "a read-write lock is unlocked that another thread holds");
    }
    __atomic_store_n(&it->readers, 0, __ATOMIC_RELEASE);
  }
  __VERIFIER_atomic_end();
  return 0;
}
