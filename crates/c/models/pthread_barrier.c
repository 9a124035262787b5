/* Barriers. Whoever comes last begins the next round, for which the others wait. */
struct __raddle_barrier {
  unsigned count;
  unsigned waiting;
  unsigned round;
};

static int __raddle_pthread_barrier_init(void *barrier, const void *attributes, unsigned count) {
  struct __raddle_barrier *it = barrier;
  if (count == 0) return 22;
  it->count = count;
  it->waiting = 0;
  __atomic_store_n(&it->round, 0, __ATOMIC_RELAXED);
  return 0;
}

static int __raddle_pthread_barrier_destroy(void *barrier) {
  struct __raddle_barrier *it = barrier;
  __VERIFIER_atomic_begin();
  if (it->waiting) __raddle_misuse("a barrier is destroyed while a thread waits at it");
  __VERIFIER_atomic_end();
  return 0;
}

static int __raddle_pthread_barrier_wait(void *barrier) {
  struct __raddle_barrier *it = barrier;
  __VERIFIER_atomic_begin();
  if (it->count == 0) __raddle_misuse("a thread waits at a barrier that is not initialised");
  unsigned round = __atomic_load_n(&it->round, __ATOMIC_RELAXED);
  it->waiting = it->waiting + 1;
  int is_last = it->waiting == it->count;
  if (is_last) {
    it->waiting = 0;
    __atomic_store_n(&it->round, round + 1, __ATOMIC_RELEASE);
  }
  __VERIFIER_atomic_end();
  if (is_last) return -1;
  while (__atomic_load_n(&it->round, __ATOMIC_ACQUIRE) == round) {
  }
  return 0;
}
