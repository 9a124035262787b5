/* Functions of other verifiers. */
static int __raddle___VERIFIER_load_await_aint(_Atomic int *place, int condition, int operand) {
  for (;;) {
    int value = atomic_load(place);
    if (condition & (value < operand ? 1 : value == operand ? 2 : 4)) return value;
  }
}

static void *__raddle___VERIFIER_nondet_pointer(void) { return __VERIFIER_nondet_bool() ? (void *)65536L : 0; }

static int __raddle___VERIFIER_xchg_await_aint(_Atomic int *place, int value, int condition, int operand) {
  for (;;) {
    int old = atomic_load(place);
    if (condition & (old < operand ? 1 : old == operand ? 2 : 4)) {
      if (atomic_compare_exchange_strong(place, &old, value)) return old;
    }
  }
}
