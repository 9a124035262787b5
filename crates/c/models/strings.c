/* Strings. */
static void __raddle__string_apart(const char *target, const char *start, const char *source, const char *first) {
  if (target == first || source == start) __raddle_misuse("string-overlap", "a string is copied to memory that overlaps with it");
}

static unsigned long __raddle_strlen(const char *text) {
  unsigned long length = 0;
  while (text[length] != 0) length++;
  return length;
}

static unsigned long __raddle_strnlen(const char *text, unsigned long limit) {
  unsigned long length = 0;
  while (length < limit && text[length] != 0) length++;
  return length;
}

static int __raddle_strcmp(const char *left, const char *right) {
  for (unsigned long i = 0;; i++) {
    int a = (unsigned char)left[i], b = (unsigned char)right[i];
    if (a != b) return a < b ? -1 : 1;
    if (a == 0) return 0;
  }
}

static int __raddle_strncmp(const char *left, const char *right, unsigned long limit) {
  for (unsigned long i = 0; i < limit; i++) {
    int a = (unsigned char)left[i], b = (unsigned char)right[i];
    if (a != b) return a < b ? -1 : 1;
    if (a == 0) return 0;
  }
  return 0;
}

static int __raddle_strcasecmp(const char *a, const char *b) {
  const unsigned char *left = (const unsigned char *)a, *right = (const unsigned char *)b;
  while (*left != 0 && tolower(*left) == tolower(*right)) left++, right++;
  return tolower(*left) - tolower(*right);
}

static int __raddle_strncasecmp(const char *a, const char *b, unsigned long size) {
  const unsigned char *left = (const unsigned char *)a, *right = (const unsigned char *)b;
  for (; size > 0; left++, right++, size--) {
    int difference = tolower(*left) - tolower(*right);
    if (difference != 0 || *left == 0) return difference;
  }
  return 0;
}

static char *__raddle_strcpy(char *target, const char *source) {
  for (unsigned long i = 0;; i++) {
    __raddle__string_apart(target + i, target, source + i, source);
    char c = source[i];
    target[i] = c;
    if (c == 0) return target;
  }
}

static char *__raddle_stpcpy(char *target, const char *source) {
  for (unsigned long i = 0;; i++) {
    __raddle__string_apart(target + i, target, source + i, source);
    if ((target[i] = source[i]) == 0) return target + i;
  }
}

static char *__raddle_strncpy(char *target, const char *source, unsigned long limit) {
  int ended = 0;
  for (unsigned long i = 0; i < limit; i++) {
    char c = ended ? 0 : source[i];
    target[i] = c;
    ended = c == 0;
  }
  return target;
}

static char *__raddle_strcat(char *target, const char *source) {
  char *end = target;
  while (*end != 0) end++;
  for (unsigned long i = 0;; i++) {
    __raddle__string_apart(end + i, end, source + i, source);
    char c = source[i];
    end[i] = c;
    if (c == 0) return target;
  }
}

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

static char *__raddle_strchr(const char *text, int wanted) {
  for (unsigned long i = 0;; i++) {
    char c = text[i];
    if (c == (char)wanted) return (char *)text + i;
    if (c == 0) return 0;
  }
}

static char *__raddle_strchrnul(const char *text, int c) {
  while (*text != 0 && *text != (char)c) text++;
  return (char *)text;
}

static char *__raddle_strrchr(const char *text, int wanted) {
  char *last = 0;
  for (unsigned long i = 0;; i++) {
    char c = text[i];
    if (c == (char)wanted) last = (char *)text + i;
    if (c == 0) return last;
  }
}

static char *__raddle_strstr(const char *text, const char *part) {
  for (;; text++) {
    unsigned long i = 0;
    while (part[i] != 0 && text[i] == part[i]) i++;
    if (part[i] == 0) return (char *)text;
    if (*text == 0) return 0;
  }
}

static unsigned long __raddle_strspn(const char *text, const char *set) {
  unsigned long length = 0;
  for (;; length++) {
    const char *c = set;
    while (*c != 0 && *c != text[length]) c++;
    if (*c == 0) return length;
  }
}

static unsigned long __raddle_strcspn(const char *text, const char *set) {
  unsigned long length = 0;
  for (; text[length] != 0; length++) {
    const char *c = set;
    while (*c != 0 && *c != text[length]) c++;
    if (*c != 0) return length;
  }
  return length;
}

static char *__raddle_strpbrk(const char *text, const char *set) {
  text += strcspn(text, set);
  return *text == 0 ? 0 : (char *)text;
}

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
  if (*end) *end = 0;
  return text;
}

static char *__raddle_strtok(char *text, const char *set) {
  static char *rest;
  return strtok_r(text, set, &rest);
}

static char *__raddle_strsep(char **place, const char *set) {
  char *text = *place;
  if (text == 0) return 0;
  char *end = text + strcspn(text, set);
  *place = *end == 0 ? 0 : end + 1;
  if (*end) *end = 0;
  return text;
}

static char *__raddle_strdup(const char *text) {
  unsigned long length = 0;
  while (text[length] != 0) length++;
  char *copy = malloc(length + 1);
  for (unsigned long i = 0; i <= length; i++) copy[i] = text[i];
  return copy;
}

static char *__raddle_strndup(const char *text, unsigned long size) {
  unsigned long length = 0;
  while (length < size && text[length] != 0) length++;
  char *copy = malloc(length + 1);
  for (unsigned long i = 0; i < length; i++) copy[i] = text[i];
  copy[length] = 0;
  return copy;
}
