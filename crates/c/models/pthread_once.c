/* 0: not begun, 1: somebody is at it, 2: done. */
static int __raddle_pthread_once(void *control, void (*routine)(void)) {
  int *state = control;
  int before = __sync_val_compare_and_swap(state, 0, 1);
  if (before == 0) {
    routine();
    __atomic_store_n(state, 2, __ATOMIC_RELEASE);
  } else if (before != 2) {
    while (__atomic_load_n(state, __ATOMIC_ACQUIRE) != 2) {
    }
  }
  return 0;
}
