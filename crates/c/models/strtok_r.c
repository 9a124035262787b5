static char *__raddle_strtok_r(char *text, const char *set, char **rest) {
  if (text == 0) text = *rest;
  if (text == 0) return 0;
  text += strspn(text, set);
  if (*text == 0) {
    *rest = 0;
    return 0;
  }
  char *end = text + strcspn(text, set);
  *rest = *end == 0 ? 0 : end + 1;
  *end = 0;
  return text;
}
