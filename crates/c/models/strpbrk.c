static char *__raddle_strpbrk(const char *text, const char *set) {
  text += strcspn(text, set);
  return *text == 0 ? 0 : (char *)text;
}
