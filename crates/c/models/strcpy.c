static char *__raddle_strcpy(char *target, const char *source) {
  for (unsigned long i = 0;; i++) {
    char c = source[i];
    target[i] = c;
    if (c == 0) return target;
  }
}
