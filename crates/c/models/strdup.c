static char *__raddle_strdup(const char *text) {
  unsigned long length = 0;
  while (text[length] != 0) length++;
  char *copy = malloc(length + 1);
  for (unsigned long i = 0; i <= length; i++) copy[i] = text[i];
  return copy;
}
