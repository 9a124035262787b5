static char *__raddle_strndup(const char *text, unsigned long size) {
  unsigned long length = 0;
  while (length < size && text[length] != 0) length++;
  char *copy = malloc(length + 1);
  for (unsigned long i = 0; i < length; i++) copy[i] = text[i];
  copy[length] = 0;
  return copy;
}
