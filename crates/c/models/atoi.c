static int __raddle_atoi(const char *text) {
  while (*text == ' ' || (*text >= '\t' && *text <= '\r')) text++;
  int negative = *text == '-';
  if (*text == '-' || *text == '+') text++;
  int number = 0;
  for (; *text >= '0' && *text <= '9'; text++) number = 10 * number - (*text - '0');
  return negative ? number : -number;
}
