static int __raddle_strncmp(const char *left, const char *right, unsigned long limit) {
  for (unsigned long i = 0; i < limit; i++) {
    int a = (unsigned char)left[i], b = (unsigned char)right[i];
    if (a != b) return a < b ? -1 : 1;
    if (a == 0) return 0;
  }
  return 0;
}
