static char *__raddle_strsep(char **place, const char *set) {
  char *text = *place;
  if (text == 0) return 0;
  char *end = text + strcspn(text, set);
  *place = *end == 0 ? 0 : end + 1;
  *end = 0;
  return text;
}
