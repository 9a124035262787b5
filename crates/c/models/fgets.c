static char *__raddle_fgets(char *text, int size, void *file) {
  if (size <= 0 || __VERIFIER_nondet_bool()) return 0;
  int length = 0;
  if (size > 1) text[length++] = __VERIFIER_nondet_bool() ? '1' : '\n';
  text[length] = 0;
  return text;
}
