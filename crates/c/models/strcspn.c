static unsigned long __raddle_strcspn(const char *text, const char *set) {
  unsigned long length = 0;
  for (; text[length] != 0; length++) {
    const char *c = set;
    while (*c != 0 && *c != text[length]) c++;
    if (*c != 0) return length;
  }
  return length;
}
