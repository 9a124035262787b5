/* The threads of C11, on those of POSIX. */
static int __raddle_thrd_create(unsigned long *thread, int (*function)(void *), void *argument) {
  return pthread_create(thread, 0, (void *(*)(void *))function, argument) ? 2 : 0;
}

static int __raddle_thrd_join(unsigned long thread, int *result) {
  void *value;
  pthread_join(thread, &value);
  if (result) *result = (int)(long)value;
  return 0;
}

static int __raddle_thrd_detach(unsigned long thread) {
  pthread_detach(thread);
  return 0;
}

static void __raddle_thrd_exit(int result) {
  pthread_exit((void *)(long)result);
}

static unsigned long __raddle_thrd_current(void) {
  return pthread_self();
}

static int __raddle_mtx_init(void *mutex, int type) {
  int kind = type & 1;
  return pthread_mutex_init(mutex, (void *)&kind) ? 2 : 0;
}

static int __raddle_mtx_lock(void *mutex) {
  return pthread_mutex_lock(mutex) ? 2 : 0;
}

static int __raddle_mtx_trylock(void *mutex) {
  return pthread_mutex_trylock(mutex) ? 1 : 0;
}

static int __raddle_mtx_timedlock(void *mutex, const void *time) {
  int is_wrong = __raddle__look_at_time(time);
  return !pthread_mutex_trylock(mutex) ? 0 : is_wrong ? 2 : 4;
}

static int __raddle_mtx_unlock(void *mutex) {
  return pthread_mutex_unlock(mutex) ? 2 : 0;
}

static void __raddle_mtx_destroy(void *mutex) {
  pthread_mutex_destroy(mutex);
}

static int __raddle_cnd_init(void *cond) {
  return pthread_cond_init(cond, 0);
}

static void __raddle_cnd_destroy(void *cond) {
  pthread_cond_destroy(cond);
}

static int __raddle_cnd_wait(void *cond, void *mutex) {
  return pthread_cond_wait(cond, mutex) ? 2 : 0;
}

static int __raddle_cnd_timedwait(void *cond, void *mutex, const void *time) {
  int error = pthread_cond_timedwait(cond, mutex, time);
  return error == 110 ? 4 : error ? 2 : 0;
}

static int __raddle_cnd_signal(void *cond) {
  return pthread_cond_signal(cond);
}

static int __raddle_cnd_broadcast(void *cond) {
  return pthread_cond_broadcast(cond);
}

static void __raddle_call_once(void *flag, void (*routine)(void)) {
  pthread_once(flag, routine);
}

static int __raddle_tss_create(void *key, void (*destructor)(void *)) {
  return pthread_key_create(key, destructor) ? 2 : 0;
}

static void __raddle_tss_delete(unsigned key) {
  pthread_key_delete(key);
}

static void *__raddle_tss_get(unsigned key) {
  return pthread_getspecific(key);
}

static int __raddle_tss_set(unsigned key, void *value) {
  return pthread_setspecific(key, value) ? 2 : 0;
}
