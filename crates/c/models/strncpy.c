static char *__raddle_strncpy(char *target, const char *source, unsigned long limit) {
  int ended = 0;
  for (unsigned long i = 0; i < limit; i++) {
    char c = ended ? 0 : source[i];
    target[i] = c;
    ended = c == 0;
  }
  return target;
}
