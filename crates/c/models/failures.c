/* Functions that may fail, where that is asked for: with --may-fail, calls of `f` are led to `__raddle__failing_f`. */
static void *__raddle__no_memory(void) {
  *__errno_location() = 12;
  return 0;
}

static void *__raddle__failing_malloc(unsigned long size) {
  return __VERIFIER_nondet_bool() ? __raddle__no_memory() : malloc(size);
}

static void *__raddle__failing_calloc(unsigned long count, unsigned long size) {
  return __VERIFIER_nondet_bool() ? __raddle__no_memory() : calloc(count, size);
}

static void *__raddle__failing_realloc(void *pointer, unsigned long size) {
  return __VERIFIER_nondet_bool() ? __raddle__no_memory() : realloc(pointer, size);
}

static void *__raddle__failing_aligned_alloc(unsigned long alignment, unsigned long size) {
  return __VERIFIER_nondet_bool() ? __raddle__no_memory() : aligned_alloc(alignment, size);
}

static int __raddle__failing_posix_memalign(void **place, unsigned long alignment, unsigned long size) {
  return __VERIFIER_nondet_bool() ? 12 : posix_memalign(place, alignment, size);
}

static char *__raddle__failing_strdup(const char *text) {
  return __VERIFIER_nondet_bool() ? __raddle__no_memory() : strdup(text);
}

static char *__raddle__failing_strndup(const char *text, unsigned long size) {
  return __VERIFIER_nondet_bool() ? __raddle__no_memory() : strndup(text, size);
}

static int __raddle__failing_pthread_create(unsigned long *thread, const void *attributes, void *(*function)(void *),
                                            void *argument) {
  return __VERIFIER_nondet_bool() ? 11 : pthread_create(thread, (void *)attributes, function, argument);
}

static int __raddle__failing_pthread_mutex_init(void *mutex, const void *attributes) {
  return __VERIFIER_nondet_bool() ? 12 : pthread_mutex_init(mutex, (void *)attributes);
}

static int __raddle__failing_pthread_cond_init(void *cond, const void *attributes) {
  return __VERIFIER_nondet_bool() ? 12 : pthread_cond_init(cond, attributes);
}

static int __raddle__failing_pthread_rwlock_init(void *lock, const void *attributes) {
  return __VERIFIER_nondet_bool() ? 12 : pthread_rwlock_init(lock, attributes);
}

static int __raddle__failing_pthread_barrier_init(void *barrier, const void *attributes, unsigned count) {
  return __VERIFIER_nondet_bool() ? 12 : pthread_barrier_init(barrier, attributes, count);
}

static int __raddle__failing_pthread_key_create(void *key, void (*destructor)(void *)) {
  return __VERIFIER_nondet_bool() ? 11 : pthread_key_create(key, destructor);
}

static int __raddle__failing_sem_init(void *semaphore, int shared, unsigned value) {
  if (!__VERIFIER_nondet_bool()) return sem_init(semaphore, shared, value);
  *__errno_location() = 28;
  return -1;
}

static int __raddle__failing_thrd_create(unsigned long *thread, int (*function)(void *), void *argument) {
  return __VERIFIER_nondet_bool() ? 3 : thrd_create(thread, function, argument);
}

static int __raddle__failing_mtx_init(void *mutex, int type) {
  return __VERIFIER_nondet_bool() ? 2 : mtx_init(mutex, type);
}

static int __raddle__failing_cnd_init(void *cond) {
  return __VERIFIER_nondet_bool() ? 3 : cnd_init(cond);
}

static int __raddle__failing_tss_create(void *key, void (*destructor)(void *)) {
  return __VERIFIER_nondet_bool() ? 2 : tss_create(key, destructor);
}
