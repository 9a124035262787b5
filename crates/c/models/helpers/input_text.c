static void __raddle_input_text(char *target, unsigned long most) {
  int length = 0;
  if (most > 0 && __VERIFIER_nondet_bool()) target[length++] = '1';
  target[length] = 0;
}
