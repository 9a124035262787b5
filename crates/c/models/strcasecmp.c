static int __raddle_strcasecmp(const char *a, const char *b) {
  const unsigned char *left = (const unsigned char *)a, *right = (const unsigned char *)b;
  while (*left != 0 && tolower(*left) == tolower(*right)) left++, right++;
  return tolower(*left) - tolower(*right);
}
