/* Functions of the library that are used as values: handed on as destructors and handlers. */
static void __raddle__value_free(void *pointer) {
  free(pointer);
}

static void *__raddle__value_malloc(unsigned long size) {
  return malloc(size);
}

static void __raddle__value_exit(int code) {
  exit(code);
}

static void __raddle__value_abort(void) {
  abort();
}

static void __raddle__value_pthread_exit(void *result) {
  pthread_exit(result);
}

static int __raddle__value_pthread_mutex_lock(void *mutex) {
  return pthread_mutex_lock(mutex);
}

static int __raddle__value_pthread_mutex_unlock(void *mutex) {
  return pthread_mutex_unlock(mutex);
}

static int __raddle__value_puts(const char *text) {
  return puts(text);
}
