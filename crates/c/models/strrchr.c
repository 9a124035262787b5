static char *__raddle_strrchr(const char *text, int wanted) {
  char *last = 0;
  for (unsigned long i = 0;; i++) {
    char c = text[i];
    if (c == (char)wanted) last = (char *)text + i;
    if (c == 0) return last;
  }
}
