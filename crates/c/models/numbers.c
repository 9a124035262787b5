/* Numbers, and numbers in texts. */
static int __raddle_abs(int number) { return number < 0 ? -number : number; }

static long __raddle_labs(long number) { return number < 0 ? -number : number; }

static long long __raddle_llabs(long long number) { return number < 0 ? -number : number; }

static int __raddle_atoi(const char *text) {
  while (*text == ' ' || (*text >= '\t' && *text <= '\r')) text++;
  int negative = *text == '-';
  if (*text == '-' || *text == '+') text++;
  int number = 0;
  for (; *text >= '0' && *text <= '9'; text++) number = 10 * number - (*text - '0');
  return negative ? number : -number;
}

static long __raddle_atol(const char *text) { return strtol(text, 0, 10); }

static long long __raddle_atoll(const char *text) { return strtoll(text, 0, 10); }

static long __raddle_strtol(const char *text, char **end, int base) {
  const char *start = text;
  while (*text == ' ' || (*text >= '\t' && *text <= '\r')) text++;
  int negative = *text == '-';
  if (*text == '-' || *text == '+') text++;
  int hex = *text == '0' && (text[1] == 'x' || text[1] == 'X') && isxdigit((unsigned char)text[2]);
  if ((base == 0 || base == 16) && hex) {
    text += 2;
    base = 16;
  } else if (base == 0) {
    base = *text == '0' ? 8 : 10;
  }
  unsigned long number = 0, limit = ((unsigned long)-1 >> 1) + negative;
  int any = 0, excess = 0;
  for (;; text++) {
    int digit = *text >= '0' && *text <= '9' ? *text - '0'
              : *text >= 'a' && *text <= 'z' ? *text - 'a' + 10
              : *text >= 'A' && *text <= 'Z' ? *text - 'A' + 10 : 99;
    if (digit >= base) break;
    any = 1;
    if (number > (limit - digit) / base) excess = 1;
    else number = number * base + digit;
  }
  if (excess) {
    *__errno_location() = 34;
    number = limit;
  }
  if (end != 0) *end = (char *)(any ? text : start);
  return (long)(negative ? -number : number);
}

static long long __raddle_strtoll(const char *text, char **end, int base) {
  const char *start = text;
  while (*text == ' ' || (*text >= '\t' && *text <= '\r')) text++;
  int negative = *text == '-';
  if (*text == '-' || *text == '+') text++;
  int hex = *text == '0' && (text[1] == 'x' || text[1] == 'X') && isxdigit((unsigned char)text[2]);
  if ((base == 0 || base == 16) && hex) {
    text += 2;
    base = 16;
  } else if (base == 0) {
    base = *text == '0' ? 8 : 10;
  }
  unsigned long long number = 0, limit = ((unsigned long long)-1 >> 1) + negative;
  int any = 0, excess = 0;
  for (;; text++) {
    int digit = *text >= '0' && *text <= '9' ? *text - '0'
              : *text >= 'a' && *text <= 'z' ? *text - 'a' + 10
              : *text >= 'A' && *text <= 'Z' ? *text - 'A' + 10 : 99;
    if (digit >= base) break;
    any = 1;
    if (number > (limit - digit) / base) excess = 1;
    else number = number * base + digit;
  }
  if (excess) {
    *__errno_location() = 34;
    number = limit;
  }
  if (end != 0) *end = (char *)(any ? text : start);
  return (long long)(negative ? -number : number);
}

static unsigned long __raddle_strtoul(const char *text, char **end, int base) {
  const char *start = text;
  while (*text == ' ' || (*text >= '\t' && *text <= '\r')) text++;
  int negative = *text == '-';
  if (*text == '-' || *text == '+') text++;
  int hex = *text == '0' && (text[1] == 'x' || text[1] == 'X') && isxdigit((unsigned char)text[2]);
  if ((base == 0 || base == 16) && hex) {
    text += 2;
    base = 16;
  } else if (base == 0) {
    base = *text == '0' ? 8 : 10;
  }
  unsigned long number = 0, limit = -1;
  int any = 0, excess = 0;
  for (;; text++) {
    int digit = *text >= '0' && *text <= '9' ? *text - '0'
              : *text >= 'a' && *text <= 'z' ? *text - 'a' + 10
              : *text >= 'A' && *text <= 'Z' ? *text - 'A' + 10 : 99;
    if (digit >= base) break;
    any = 1;
    if (number > (limit - digit) / base) excess = 1;
    else number = number * base + digit;
  }
  if (excess) {
    *__errno_location() = 34;
    number = limit;
  }
  if (end != 0) *end = (char *)(any ? text : start);
  return negative && !excess ? -number : number;
}

static unsigned long long __raddle_strtoull(const char *text, char **end, int base) {
  const char *start = text;
  while (*text == ' ' || (*text >= '\t' && *text <= '\r')) text++;
  int negative = *text == '-';
  if (*text == '-' || *text == '+') text++;
  int hex = *text == '0' && (text[1] == 'x' || text[1] == 'X') && isxdigit((unsigned char)text[2]);
  if ((base == 0 || base == 16) && hex) {
    text += 2;
    base = 16;
  } else if (base == 0) {
    base = *text == '0' ? 8 : 10;
  }
  unsigned long long number = 0, limit = -1;
  int any = 0, excess = 0;
  for (;; text++) {
    int digit = *text >= '0' && *text <= '9' ? *text - '0'
              : *text >= 'a' && *text <= 'z' ? *text - 'a' + 10
              : *text >= 'A' && *text <= 'Z' ? *text - 'A' + 10 : 99;
    if (digit >= base) break;
    any = 1;
    if (number > (limit - digit) / base) excess = 1;
    else number = number * base + digit;
  }
  if (excess) {
    *__errno_location() = 34;
    number = limit;
  }
  if (end != 0) *end = (char *)(any ? text : start);
  return negative && !excess ? -number : number;
}
