static char *__raddle_strcat(char *target, const char *source) {
  char *end = target;
  while (*end != 0) end++;
  for (unsigned long i = 0;; i++) {
    char c = source[i];
    end[i] = c;
    if (c == 0) return target;
  }
}
