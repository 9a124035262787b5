static unsigned long __raddle_strnlen(const char *text, unsigned long limit) {
  unsigned long length = 0;
  while (length < limit && text[length] != 0) length++;
  return length;
}
