/* Locks for many readers or one writer. One word says who holds it. Four bits for each thread count how often it has the
   lock for reading, behind the lowest eight, which are 0 then; threads with large numbers share the last four. A writer
   makes all of these bits 1 and leaves its number in the lowest eight; 0 there says that the lock was destroyed. So a
   reader adds to the word if that fits. `life` is used as a mutex that nobody locks: like those it knows whether it is
   initialised. */
struct __raddle_rwlock {
  unsigned long long holders;
  unsigned life[2];
};

/* As much as one lock for reading adds. */
static unsigned long long __raddle__rwlock_unit(void) {
  unsigned long self = pthread_self();
  return 1ull << (4 + 4 * (self < 14 ? self : 14));
}

/* The word while this thread writes. */
static unsigned long long __raddle__rwlock_mine(void) {
  return 0xffffffffffffff00ull + pthread_self() % 255 + 1;
}

static void __raddle__rwlock_check(unsigned long long holders) {
  if (holders == 0xffffffffffffff00ull) __raddle_misuse("a read-write lock is used after it was destroyed");
}

static int __raddle_pthread_rwlock_init(void *lock, const void *attributes) {
  struct __raddle_rwlock *it = lock;
  __VERIFIER_atomic_begin();
  pthread_mutex_init((void *)it->life, 0);
  it->holders = 0;
  __VERIFIER_atomic_end();
  return 0;
}

static int __raddle_pthread_rwlock_destroy(void *lock) {
  struct __raddle_rwlock *it = lock;
  __VERIFIER_atomic_begin();
  pthread_mutex_destroy((void *)it->life);
  if (__atomic_load_n(&it->holders, __ATOMIC_RELAXED)) __raddle_misuse("a read-write lock is destroyed while it is held");
  __atomic_store_n(&it->holders, 0xffffffffffffff00ull, __ATOMIC_RELAXED);
  __VERIFIER_atomic_end();
  return 0;
}

/* Takes the lock for reading; `busy` is the answer if that is not possible now, 0 if the thread waits then. */
static int __raddle__rwlock_read(void *lock, int busy) {
  struct __raddle_rwlock *it = lock;
  unsigned long long unit = __raddle__rwlock_unit(), mine = __raddle__rwlock_mine(), before;
  while ((before = __raddle_fetch_add_if_fits_long(&it->holders, unit)) >= 0xffffffffffffff00ull) {
    __raddle__rwlock_check(before);
    if (busy == 16) return 16;
    if (before == mine) return 35;
    if (busy) return busy;
  }
  if (before / unit % 16 < 15) return 0;
  /* As often as can be counted. */
  if (before + unit > before) __atomic_fetch_sub(&it->holders, unit, __ATOMIC_RELAXED);
  return 11;
}

static int __raddle_pthread_rwlock_tryrdlock(void *lock) {
  return __raddle__rwlock_read(lock, 16);
}

static int __raddle_pthread_rwlock_rdlock(void *lock) {
  return __raddle__rwlock_read(lock, 0);
}

static int __raddle_pthread_rwlock_timedrdlock(void *lock, const void *time) {
  return __raddle__rwlock_read(lock, 110);
}

/* The same for writing. */
static int __raddle__rwlock_write(void *lock, int busy) {
  struct __raddle_rwlock *it = lock;
  unsigned long long before = 0, mine = __raddle__rwlock_mine();
  while (!__atomic_compare_exchange_n(&it->holders, &before, mine, 0, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED)) {
    __raddle__rwlock_check(before);
    if (busy == 16) return 16;
    if (before == mine) return 35;
    if (busy) return busy;
    before = 0;
  }
  return 0;
}

static int __raddle_pthread_rwlock_trywrlock(void *lock) {
  return __raddle__rwlock_write(lock, 16);
}

static int __raddle_pthread_rwlock_wrlock(void *lock) {
  return __raddle__rwlock_write(lock, 0);
}

static int __raddle_pthread_rwlock_timedwrlock(void *lock, const void *time) {
  return __raddle__rwlock_write(lock, 110);
}

static int __raddle_pthread_rwlock_unlock(void *lock) {
  struct __raddle_rwlock *it = lock;
  unsigned long long unit = __raddle__rwlock_unit();
  __VERIFIER_atomic_begin();
  unsigned long long holders = __atomic_load_n(&it->holders, __ATOMIC_RELAXED);
  __raddle__rwlock_check(holders);
  if (holders == 0) __raddle_misuse("a read-write lock is unlocked that nobody holds");
  if (holders < 0xffffffffffffff00ull) {
    if (holders / unit % 16 == 0) __raddle_misuse("a read-write lock is unlocked that only other threads hold");
    __atomic_fetch_sub(&it->holders, unit, __ATOMIC_RELEASE);
  } else {
    if (holders != __raddle__rwlock_mine()) __raddle_misuse("a read-write lock is unlocked that another thread holds");
    __atomic_store_n(&it->holders, 0, __ATOMIC_RELEASE);
  }
  __VERIFIER_atomic_end();
  return 0;
}
