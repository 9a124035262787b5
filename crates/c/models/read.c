static long __raddle_read(int file, void *target, unsigned long size) {
  if (__VERIFIER_nondet_bool()) return __VERIFIER_nondet_bool() ? 0 : -1;
  for (unsigned long i = 0; i < size; i++) ((char *)target)[i] = 0;
  return size;
}
