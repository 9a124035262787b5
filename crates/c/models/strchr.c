static char *__raddle_strchr(const char *text, int wanted) {
  for (unsigned long i = 0;; i++) {
    char c = text[i];
    if (c == (char)wanted) return (char *)text + i;
    if (c == 0) return 0;
  }
}
