/* What pthread_cleanup_push and pthread_cleanup_pop stand for: a list of what is still to be done. */
struct __raddle_cleanup {
  void (*routine)(void *);
  void *argument;
  struct __raddle_cleanup *next;
};

static _Thread_local struct __raddle_cleanup *__raddle__cleanups;

static void __raddle__cleanup_push(void *entry, void (*routine)(void *), void *argument) {
  struct __raddle_cleanup *it = entry;
  it->routine = routine;
  it->argument = argument;
  it->next = __raddle__cleanups;
  __raddle__cleanups = it;
}

static void __raddle__cleanup_pop(int execute) {
  struct __raddle_cleanup *it = __raddle__cleanups;
  __raddle__cleanups = it->next;
  if (execute) it->routine(it->argument);
}

static void __raddle__run_cleanups(void) {
  while (__raddle__cleanups) __raddle__cleanup_pop(1);
}
