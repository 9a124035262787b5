static unsigned long __raddle_strlen(const char *text) {
  unsigned long length = 0;
  while (text[length] != 0) length++;
  return length;
}
