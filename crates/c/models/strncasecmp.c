static int __raddle_strncasecmp(const char *a, const char *b, unsigned long size) {
  const unsigned char *left = (const unsigned char *)a, *right = (const unsigned char *)b;
  for (; size > 0; left++, right++, size--) {
    int difference = tolower(*left) - tolower(*right);
    if (difference != 0 || *left == 0) return difference;
  }
  return 0;
}
