/* Thread-specific values: a table of destructors, and one of values in each thread. Keys are not used again. */
static void (*__raddle__destructors[128])(void *);
static unsigned __raddle__keys;
static _Thread_local void *__raddle__values[128];

static int __raddle_pthread_key_create(void *key, void (*destructor)(void *)) {
  unsigned new = __atomic_fetch_add(&__raddle__keys, 1, __ATOMIC_RELAXED);
  if (new >= 128) return 11;
  __atomic_store_n(&__raddle__destructors[new], destructor, __ATOMIC_RELEASE);
  *(unsigned *)key = new;
  return 0;
}

static int __raddle_pthread_key_delete(unsigned key) {
  if (key >= 128) return 22;
  __atomic_store_n(&__raddle__destructors[key], 0, __ATOMIC_RELEASE);
  return 0;
}

static void *__raddle_pthread_getspecific(unsigned key) {
  return key < 128 ? __raddle__values[key] : 0;
}

static int __raddle_pthread_setspecific(unsigned key, const void *value) {
  if (key >= 128) return 22;
  __raddle__values[key] = (void *)value;
  return 0;
}

/* What a thread does at its end: destructors may set values again, which counts four times. */
static void __raddle__end_thread(void) {
  for (int round = 0; round < 4; round++) {
    int again = 0;
    for (unsigned key = 0; key < 128 && key < __atomic_load_n(&__raddle__keys, __ATOMIC_RELAXED); key++) {
      void *value = __raddle__values[key];
      if (!value) continue;
      void (*destructor)(void *) = __atomic_load_n(&__raddle__destructors[key], __ATOMIC_ACQUIRE);
      if (!destructor) continue;
      __raddle__values[key] = 0;
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
