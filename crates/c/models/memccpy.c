static void *__raddle_memccpy(void *target, const void *source, int c, unsigned long size) {
  unsigned char *to = target;
  const unsigned char *from = source;
  for (; size > 0; size--) {
    if ((*to++ = *from++) == (unsigned char)c) return to;
  }
  return 0;
}
