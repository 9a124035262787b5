static char *__raddle_strtok(char *text, const char *set) {
  static char *rest;
  return strtok_r(text, set, &rest);
}
