static char *__raddle_strchrnul(const char *text, int c) {
  while (*text != 0 && *text != (char)c) text++;
  return (char *)text;
}
