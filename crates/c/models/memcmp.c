static int __raddle_memcmp(const void *left, const void *right, unsigned long size) {
  for (unsigned long i = 0; i < size; i++) {
    int a = ((const unsigned char *)left)[i], b = ((const unsigned char *)right)[i];
    if (a != b) return a < b ? -1 : 1;
  }
  return 0;
}
