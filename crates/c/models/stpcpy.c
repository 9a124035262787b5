static char *__raddle_stpcpy(char *target, const char *source) {
  while ((*target = *source) != 0) target++, source++;
  return target;
}
