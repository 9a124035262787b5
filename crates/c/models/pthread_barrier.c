/* Barriers. Whoever comes last wakes the others, each at a place of its own: then nobody looks at the barrier any more.
   `life` is used as a mutex that nobody locks: like those it knows whether it is initialised. */
struct __raddle_comer {
  struct __raddle_comer *next;
  int woken;
};

struct __raddle_barrier {
  unsigned count;
  unsigned waiting;
  struct __raddle_comer *first;
  unsigned life[2];
};

static int __raddle_pthread_barrier_init(void *barrier, const void *attributes, unsigned count) {
  struct __raddle_barrier *it = barrier;
  if (count == 0) return 22;
  __VERIFIER_atomic_begin();
  pthread_mutex_init((void *)it->life, 0);
  it->count = count;
  it->waiting = 0;
  it->first = 0;
  __VERIFIER_atomic_end();
  return 0;
}

static int __raddle_pthread_barrier_destroy(void *barrier) {
  struct __raddle_barrier *it = barrier;
  __VERIFIER_atomic_begin();
  pthread_mutex_destroy((void *)it->life);
  if (__atomic_load_n(&it->count, __ATOMIC_RELAXED) == 0) {
    __raddle_misuse("never-initialised", "a barrier is destroyed that is not initialised");
  }
  if (__atomic_load_n(&it->waiting, __ATOMIC_ACQUIRE)) {
    __raddle_misuse("destroyed-in-use", "a barrier is destroyed while a thread waits at it");
  }
  __atomic_store_n(&it->count, ~0u, __ATOMIC_RELAXED);
  __VERIFIER_atomic_end();
  return 0;
}

static int __raddle_pthread_barrier_wait(void *barrier) {
  struct __raddle_barrier *it = barrier;
  struct __raddle_comer self;
  __VERIFIER_atomic_begin();
  unsigned count = __atomic_load_n(&it->count, __ATOMIC_RELAXED);
  if (count == ~0u) __raddle_misuse("used-after-destroy", "a thread waits at a barrier after it was destroyed");
  if (count == 0) __raddle_misuse("never-initialised", "a thread waits at a barrier that is not initialised");
  int is_last = __atomic_load_n(&it->waiting, __ATOMIC_RELAXED) + 1 == count;
  struct __raddle_comer *other = __atomic_load_n(&it->first, __ATOMIC_RELAXED);
  /* All that others did at the barrier comes before what is done after it. */
  if (is_last) {
    __atomic_fetch_add(&it->waiting, 1, __ATOMIC_ACQ_REL);
    __atomic_store_n(&it->waiting, 0, __ATOMIC_RELAXED);
    __atomic_store_n(&it->first, 0, __ATOMIC_RELAXED);
    while (other) {
      struct __raddle_comer *next = __atomic_load_n(&other->next, __ATOMIC_RELAXED);
      __atomic_store_n(&other->woken, 1, __ATOMIC_RELEASE);
      other = next;
    }
  } else {
    __atomic_store_n(&self.woken, 0, __ATOMIC_RELAXED);
    __atomic_store_n(&self.next, other, __ATOMIC_RELAXED);
    __atomic_store_n(&it->first, &self, __ATOMIC_RELAXED);
    __atomic_fetch_add(&it->waiting, 1, __ATOMIC_ACQ_REL);
  }
  __VERIFIER_atomic_end();
  if (is_last) return -1;
  while (!__atomic_load_n(&self.woken, __ATOMIC_ACQUIRE)) {
  }
  return 0;
}
