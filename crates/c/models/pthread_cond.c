/* Condition variables. Who waits has a place in a list, and whoever signals takes one of them off it, whichever. */
struct __raddle_waiter {
  struct __raddle_waiter *next;
  int woken;
};

/* How often a thread has woken up for no reason: if that is asked for, once. */
static _Thread_local int __raddle__woken_for_nothing;

static int __raddle_pthread_cond_init(void *cond, const void *attributes) {
  *(struct __raddle_waiter **)cond = 0;
  return 0;
}

static int __raddle_pthread_cond_destroy(void *cond) {
  __VERIFIER_atomic_begin();
  if (*(struct __raddle_waiter **)cond) __raddle_misuse("a condition variable is destroyed while a thread waits for it");
  __VERIFIER_atomic_end();
  return 0;
}

/* Takes a waiter off the list, unless somebody has done so to wake it. Part of an atomic section. */
static void __raddle__cond_leave(void *cond, struct __raddle_waiter *self) {
  struct __raddle_waiter **at = cond;
  while (*at && *at != self) at = &(*at)->next;
  if (*at) *at = self->next;
}

static int __raddle_pthread_cond_wait(void *cond, void *mutex) {
  struct __raddle_waiter self;
  __VERIFIER_atomic_begin();
  int error = pthread_mutex_unlock(mutex);
  int spurious = 0;
  if (__raddle_spurious()) {
    spurious = !__raddle__woken_for_nothing && __VERIFIER_nondet_bool();
    if (spurious) __raddle__woken_for_nothing = 1;
  }
  if (!error) {
    self.woken = 0;
    self.next = *(struct __raddle_waiter **)cond;
    *(struct __raddle_waiter **)cond = &self;
  }
  __VERIFIER_atomic_end();
  if (error) return error;
  if (spurious) {
    __VERIFIER_atomic_begin();
    __raddle__cond_leave(cond, &self);
    __VERIFIER_atomic_end();
  } else {
    while (!__atomic_load_n(&self.woken, __ATOMIC_ACQUIRE)) {
    }
  }
  return pthread_mutex_lock(mutex);
}

/* The time may be over at once, or never. */
static int __raddle_pthread_cond_timedwait(void *cond, void *mutex, const void *time) {
  struct __raddle_waiter self;
  __VERIFIER_atomic_begin();
  int error = pthread_mutex_unlock(mutex);
  if (!error) {
    self.woken = 0;
    self.next = *(struct __raddle_waiter **)cond;
    *(struct __raddle_waiter **)cond = &self;
  }
  __VERIFIER_atomic_end();
  if (error) return error;
  __VERIFIER_atomic_begin();
  int woken = __atomic_load_n(&self.woken, __ATOMIC_ACQUIRE);
  if (!woken) __raddle__cond_leave(cond, &self);
  __VERIFIER_atomic_end();
  error = pthread_mutex_lock(mutex);
  return error ? error : woken ? 0 : 110;
}

static int __raddle_pthread_cond_clockwait(void *cond, void *mutex, int clock, const void *time) {
  return pthread_cond_timedwait(cond, mutex, time);
}

static int __raddle_pthread_cond_signal(void *cond) {
  struct __raddle_waiter **at = cond;
  __VERIFIER_atomic_begin();
  while (*at && (*at)->next && __VERIFIER_nondet_bool()) at = &(*at)->next;
  struct __raddle_waiter *one = *at;
  if (one) {
    *at = one->next;
    __atomic_store_n(&one->woken, 1, __ATOMIC_RELEASE);
  }
  __VERIFIER_atomic_end();
  return 0;
}

static int __raddle_pthread_cond_broadcast(void *cond) {
  struct __raddle_waiter **first = cond;
  __VERIFIER_atomic_begin();
  while (*first) {
    struct __raddle_waiter *one = *first;
    *first = one->next;
    __atomic_store_n(&one->woken, 1, __ATOMIC_RELEASE);
  }
  __VERIFIER_atomic_end();
  return 0;
}
