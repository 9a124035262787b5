static void *__raddle_memchr(const void *bytes, int wanted, unsigned long size) {
  for (unsigned long i = 0; i < size; i++) {
    if (((const unsigned char *)bytes)[i] == (unsigned char)wanted) return (char *)bytes + i;
  }
  return 0;
}
