static char *__raddle_getenv(const char *name) {
  static char one[] = "1", none[] = "";
  return *name == 0 || __VERIFIER_nondet_bool() ? 0 : __VERIFIER_nondet_bool() ? one : none;
}
