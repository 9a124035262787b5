static unsigned long __raddle_fread(void *target, unsigned long size, unsigned long count, void *file) {
  if (__VERIFIER_nondet_bool()) return 0;
  for (unsigned long i = 0; i < size * count; i++) ((char *)target)[i] = 0;
  return count;
}
