static int __raddle___VERIFIER_load_await_aint(_Atomic int *place, int condition, int operand) {
  for (;;) {
    int value = atomic_load(place);
    if (condition & (value < operand ? 1 : value == operand ? 2 : 4)) return value;
  }
}
