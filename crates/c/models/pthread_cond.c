/* Condition variables. Who waits has a place in a list, and whoever signals takes one of them off it, whichever. The
   sections of models order nothing but what their atomic accesses say. `life` is used as a mutex that nobody locks: like
   those it knows whether it is initialised. As long as there is a list, `mutex` is what those in it have unlocked. */
struct __raddle_waiter {
  struct __raddle_waiter *next;
  int woken;
};

struct __raddle_cond {
  struct __raddle_waiter *first;
  unsigned life[2];
  void *mutex;
};

static int __raddle_pthread_cond_init(void *cond, const void *attributes) {
  struct __raddle_cond *it = cond;
  __VERIFIER_atomic_begin();
  pthread_mutex_init((void *)it->life, 0);
  it->first = 0;
  __VERIFIER_atomic_end();
  return 0;
}

/* The list of those who wait, if there still is one. */
static struct __raddle_waiter **__raddle__cond_list(void *cond) {
  struct __raddle_waiter **first = cond;
  if (__atomic_load_n(first, __ATOMIC_RELAXED) == (void *)-1) {
    __raddle_misuse("used-after-destroy", "a condition variable is used after it was destroyed");
  }
  return first;
}

static int __raddle_pthread_cond_destroy(void *cond) {
  struct __raddle_cond *it = cond;
  __VERIFIER_atomic_begin();
  pthread_mutex_destroy((void *)it->life);
  if (__atomic_load_n(&it->first, __ATOMIC_ACQUIRE)) {
    __raddle_misuse("destroyed-in-use", "a condition variable is destroyed while a thread waits for it");
  }
  __atomic_store_n(&it->first, (void *)-1, __ATOMIC_RELAXED);
  __VERIFIER_atomic_end();
  return 0;
}

/* Who waits with a mutex must find none that waits with another. Part of an atomic section. */
static void __raddle__cond_bind(void *cond, void *mutex, void *first) {
  struct __raddle_cond *it = cond;
  if (first) {
    if (__atomic_load_n(&it->mutex, __ATOMIC_RELAXED) != mutex) {
      __raddle_misuse("two-mutexes", "threads wait for a condition variable with different mutexes at the same time");
    }
  } else {
    __atomic_store_n(&it->mutex, mutex, __ATOMIC_RELAXED);
  }
}

/* Puts a waiter onto the list. Part of an atomic section. */
static void __raddle__cond_enter(void *cond, void *mutex, struct __raddle_waiter *self) {
  struct __raddle_waiter **first = __raddle__cond_list(cond);
  struct __raddle_waiter *next = __atomic_load_n(first, __ATOMIC_RELAXED);
  __raddle__cond_bind(cond, mutex, next);
  __atomic_store_n(&self->woken, 0, __ATOMIC_RELAXED);
  __atomic_store_n(&self->next, next, __ATOMIC_RELAXED);
  __atomic_store_n(first, self, __ATOMIC_RELAXED);
}

/* Takes a waiter off the list. Part of an atomic section. */
static void __raddle__cond_leave(void *cond, struct __raddle_waiter *self) {
  struct __raddle_waiter **at = cond;
  while (__atomic_load_n(at, __ATOMIC_RELAXED) != self) at = &__atomic_load_n(at, __ATOMIC_RELAXED)->next;
  /* Whoever destroys the condition variable comes after that. */
  __atomic_store_n(at, __atomic_load_n(&self->next, __ATOMIC_RELAXED), __ATOMIC_RELEASE);
}

static int __raddle_pthread_cond_wait(void *cond, void *mutex) {
  struct __raddle_waiter self;
  __VERIFIER_atomic_begin();
  __raddle__cond_enter(cond, mutex, &self);
  int error = pthread_mutex_unlock(mutex);
  if (error) __raddle__cond_leave(cond, &self);
  __VERIFIER_atomic_end();
  if (error) return error;
  while (!__atomic_load_n(&self.woken, __ATOMIC_ACQUIRE)) {
  }
  return pthread_mutex_lock(mutex);
}

/* A wait that ends for no reason. Nothing is lost if no signal finds the thread: one that does wakes it for a reason. */
static int __raddle__pthread_cond_wait_spurious(void *cond, void *mutex) {
  __VERIFIER_atomic_begin();
  __raddle__cond_list(cond);
  int error = pthread_mutex_unlock(mutex);
  __VERIFIER_atomic_end();
  return error ? error : pthread_mutex_lock(mutex);
}

/* The time may be over at once, or never. */
static int __raddle_pthread_cond_timedwait(void *cond, void *mutex, const void *time) {
  if (__raddle__look_at_time(time)) return 22;
  struct __raddle_waiter self;
  __VERIFIER_atomic_begin();
  __raddle__cond_enter(cond, mutex, &self);
  int error = pthread_mutex_unlock(mutex);
  if (error) __raddle__cond_leave(cond, &self);
  __VERIFIER_atomic_end();
  if (error) return error;
  __VERIFIER_atomic_begin();
  int woken = __atomic_load_n(&self.woken, __ATOMIC_ACQUIRE);
  if (!woken) __raddle__cond_leave(cond, &self);
  __VERIFIER_atomic_end();
  error = pthread_mutex_lock(mutex);
  return error ? error : woken ? 0 : 110;
}

static int __raddle__pthread_cond_timedwait_spurious(void *cond, void *mutex, const void *time) {
  if (__raddle__look_at_time(time)) return 22;
  return __raddle__pthread_cond_wait_spurious(cond, mutex);
}

static int __raddle_pthread_cond_clockwait(void *cond, void *mutex, int clock, const void *time) {
  return pthread_cond_timedwait(cond, mutex, time);
}

/* Takes the waiter that stands here off the list and wakes it. Part of an atomic section. */
static void __raddle__cond_wake(struct __raddle_waiter **at) {
  struct __raddle_waiter *one = __atomic_load_n(at, __ATOMIC_RELAXED);
  __atomic_store_n(at, __atomic_load_n(&one->next, __ATOMIC_RELAXED), __ATOMIC_RELAXED);
  __atomic_store_n(&one->woken, 1, __ATOMIC_RELEASE);
}

static int __raddle_pthread_cond_signal(void *cond) {
  __VERIFIER_atomic_begin();
  struct __raddle_waiter **at = __raddle__cond_list(cond);
  struct __raddle_waiter *one = __atomic_load_n(at, __ATOMIC_RELAXED);
  while (one && __atomic_load_n(&one->next, __ATOMIC_RELAXED) && __VERIFIER_nondet_bool()) {
    at = &one->next;
    one = __atomic_load_n(at, __ATOMIC_RELAXED);
  }
  if (one) __raddle__cond_wake(at);
  __VERIFIER_atomic_end();
  return 0;
}

static int __raddle_pthread_cond_broadcast(void *cond) {
  __VERIFIER_atomic_begin();
  struct __raddle_waiter **first = __raddle__cond_list(cond);
  while (__atomic_load_n(first, __ATOMIC_RELAXED)) __raddle__cond_wake(first);
  __VERIFIER_atomic_end();
  return 0;
}
