static char *__raddle_strncat(char *target, const char *source, unsigned long limit) {
  char *end = target;
  while (*end != 0) end++;
  for (unsigned long i = 0; i < limit; i++) {
    char c = source[i];
    if (c == 0) break;
    *end = c;
    end++;
  }
  *end = 0;
  return target;
}
