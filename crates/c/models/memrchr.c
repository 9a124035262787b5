static void *__raddle_memrchr(const void *memory, int byte, unsigned long size) {
  while (size > 0) {
    size--;
    if (((const unsigned char *)memory)[size] == (unsigned char)byte) return (char *)memory + size;
  }
  return 0;
}
