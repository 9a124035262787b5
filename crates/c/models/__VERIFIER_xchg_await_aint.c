static int __raddle___VERIFIER_xchg_await_aint(_Atomic int *place, int value, int condition, int operand) {
  for (;;) {
    int old = atomic_load(place);
    if (condition & (old < operand ? 1 : old == operand ? 2 : 4)) {
      if (atomic_compare_exchange_strong(place, &old, value)) return old;
    }
  }
}
