/* Thread-specific values: a table of destructors, and one of values in each thread. A key is a place in them; one that is
   used again has 128 added, and each thread notes for which key it has set the value that is there. */
static void (*__raddle__destructors[128])(void *);
static unsigned __raddle__keys;
static unsigned __raddle__last_keys[128];
static _Thread_local void *__raddle__values[128];
static _Thread_local unsigned __raddle__set_for[128];

/* The destructor of a place whose key was deleted, and of a key that has none. Of a place without a key it is null. */
static void __raddle__no_key(void *value) {}
static void __raddle__no_destructor(void *value) {}

/* What is used must be a key. One of the first 128 whose place was given to another one counts as if it was not deleted. */
static void __raddle__key_check(unsigned key) {
  void (*destructor)(void *) = __atomic_load_n(&__raddle__destructors[key % 128], __ATOMIC_RELAXED);
  if (!destructor) __raddle_misuse("never-initialised", "a key is used that was never created");
  if (destructor == __raddle__no_key) __raddle_misuse("used-after-destroy", "a key is used after it was deleted");
  if (key >= 128 && __atomic_load_n(&__raddle__last_keys[key % 128], __ATOMIC_RELAXED) != key) {
    __raddle_misuse("used-after-destroy", "a key is used after it was deleted");
  }
}

static int __raddle_pthread_key_create(void *key, void (*destructor)(void *)) {
  if (!destructor) destructor = __raddle__no_destructor;
  unsigned new = __atomic_fetch_add(&__raddle__keys, 1, __ATOMIC_RELAXED);
  if (new < 128) {
    __atomic_store_n(&__raddle__destructors[new], destructor, __ATOMIC_RELEASE);
    *(unsigned *)key = new;
    return 0;
  }
  __VERIFIER_atomic_begin();
  unsigned place = 0;
  while (place < 128 && __atomic_load_n(&__raddle__destructors[place], __ATOMIC_ACQUIRE) != __raddle__no_key) place++;
  if (place < 128) {
    unsigned last = __atomic_load_n(&__raddle__last_keys[place], __ATOMIC_RELAXED);
    new = (last ? last : place) + 128;
    __atomic_store_n(&__raddle__last_keys[place], new, __ATOMIC_RELAXED);
    __atomic_store_n(&__raddle__destructors[place], destructor, __ATOMIC_RELEASE);
  }
  __VERIFIER_atomic_end();
  if (place == 128) return 11;
  *(unsigned *)key = new;
  return 0;
}

static int __raddle_pthread_key_delete(unsigned key) {
  __raddle__key_check(key);
  __atomic_store_n(&__raddle__destructors[key % 128], __raddle__no_key, __ATOMIC_RELEASE);
  return 0;
}

static void *__raddle_pthread_getspecific(unsigned key) {
  __raddle__key_check(key);
  if (key >= 128 && __raddle__set_for[key % 128] != key) return 0;
  return __raddle__values[key % 128];
}

static int __raddle_pthread_setspecific(unsigned key, const void *value) {
  __raddle__key_check(key);
  if (key >= 128) __raddle__set_for[key % 128] = key;
  __raddle__values[key % 128] = (void *)value;
  return 0;
}

/* The destructor that is to be called for a place, if one is. */
static void (*__raddle__pending(unsigned place, unsigned keys))(void *) {
  if (!__raddle__values[place]) return 0;
  if (keys > 128 && __raddle__set_for[place] != __atomic_load_n(&__raddle__last_keys[place], __ATOMIC_RELAXED)) return 0;
  void (*destructor)(void *) = __atomic_load_n(&__raddle__destructors[place], __ATOMIC_ACQUIRE);
  return destructor == __raddle__no_key || destructor == __raddle__no_destructor ? 0 : destructor;
}

/* What a thread does at its end: destructors may set values again, which counts four times. Their order is any; those of
   ascending and descending keys are tried. */
static void __raddle__end_thread(void) {
  for (int round = 0; round < 4; round++) {
    unsigned keys = __atomic_load_n(&__raddle__keys, __ATOMIC_RELAXED), pending = 0, backwards = 0;
    unsigned places = keys < 128 ? keys : 128;
    if (places > 1) {
      for (unsigned place = 0; place < places; place++) pending += __raddle__pending(place, keys) != 0;
      backwards = pending > 1 && __VERIFIER_nondet_bool();
    }
    int again = 0;
    for (unsigned step = 0; step < places; step++) {
      unsigned place = backwards ? places - 1 - step : step;
      void (*destructor)(void *) = __raddle__pending(place, keys);
      if (!destructor) continue;
      void *value = __raddle__values[place];
      __raddle__values[place] = 0;
      destructor(value);
      again = 1;
    }
    if (!again) return;
  }
}

static void *__raddle__run_thread(void *(*function)(void *), void *argument) {
  void *result = function(argument);
  __raddle__end_thread();
  return result;
}
