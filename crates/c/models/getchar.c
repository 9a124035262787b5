static int __raddle_getchar(void) {
  int c = __VERIFIER_nondet_int();
  __VERIFIER_assume(c >= -1 && c < 255);
  return c;
}
