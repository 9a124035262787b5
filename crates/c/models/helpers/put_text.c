static unsigned long __raddle_put_text(char *target, unsigned long room, unsigned long at, const char *text,
                                       unsigned long most, int width, int left) {
  unsigned long length = 0;
  while (length < most && text[length] != 0) length++;
  for (; !left && (long)width > (long)length; width--, at++) {
    if (at + 1 < room) target[at] = ' ';
  }
  for (unsigned long i = 0; i < length; i++, at++) {
    if (at + 1 < room) target[at] = text[i];
  }
  for (; (long)width > (long)length; width--, at++) {
    if (at + 1 < room) target[at] = ' ';
  }
  return at;
}
