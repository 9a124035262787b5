static void *__raddle_fopen(const char *name, const char *mode) {
  static char handle[8];
  return *name == 0 || *mode == 0 || __VERIFIER_nondet_bool() ? 0 : handle;
}
