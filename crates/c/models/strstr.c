static char *__raddle_strstr(const char *text, const char *part) {
  for (;; text++) {
    unsigned long i = 0;
    while (part[i] != 0 && text[i] == part[i]) i++;
    if (part[i] == 0) return (char *)text;
    if (*text == 0) return 0;
  }
}
