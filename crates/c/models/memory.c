/* Bytes. They are read and written in ascending order, in words where all operands are aligned to words. */
static void __raddle__apart(const void *target, const void *source, unsigned long size) {
  unsigned long to = (unsigned long)target, from = (unsigned long)source;
  if (to != from && (to - from < size || from - to < size)) {
    __raddle_misuse("overlap", "memcpy copies to memory that overlaps with its source");
  }
}

static void *__raddle_memcpy(void *target, const void *source, unsigned long size) {
  __raddle__apart(target, source, size);
  unsigned long bits = (unsigned long)target | (unsigned long)source | size;
  if (bits % sizeof(long) == 0) {
    for (unsigned long i = 0; i < size / sizeof(long); i++) ((long *)target)[i] = ((const long *)source)[i];
  } else if (bits % sizeof(int) == 0) {
    for (unsigned long i = 0; i < size / sizeof(int); i++) ((int *)target)[i] = ((const int *)source)[i];
  } else {
    for (unsigned long i = 0; i < size; i++) ((char *)target)[i] = ((const char *)source)[i];
  }
  return target;
}

static void *__raddle_memmove(void *target, const void *source, unsigned long size) {
  unsigned long bits = (unsigned long)target | (unsigned long)source | size;
  unsigned long unit = bits % sizeof(long) == 0 ? sizeof(long) : bits % sizeof(int) == 0 ? sizeof(int) : 1;
  int forward = (unsigned long)target <= (unsigned long)source;
  for (unsigned long i = 0; i < size; i += unit) {
    unsigned long at = forward ? i : size - unit - i;
    if (unit == sizeof(long)) {
      *(long *)((char *)target + at) = *(const long *)((const char *)source + at);
    } else if (unit == sizeof(int)) {
      *(int *)((char *)target + at) = *(const int *)((const char *)source + at);
    } else {
      ((char *)target)[at] = ((const char *)source)[at];
    }
  }
  return target;
}

static void *__raddle_memset(void *target, int value, unsigned long size) {
  unsigned long word = (unsigned char)value * (~0ul / 255);
  unsigned long bits = (unsigned long)target | size;
  if (bits % sizeof(long) == 0) {
    for (unsigned long i = 0; i < size / sizeof(long); i++) ((unsigned long *)target)[i] = word;
  } else if (bits % sizeof(int) == 0) {
    for (unsigned long i = 0; i < size / sizeof(int); i++) ((unsigned int *)target)[i] = (unsigned int)word;
  } else {
    for (unsigned long i = 0; i < size; i++) ((unsigned char *)target)[i] = (unsigned char)value;
  }
  return target;
}

static int __raddle_memcmp(const void *left, const void *right, unsigned long size) {
  for (unsigned long i = 0; i < size; i++) {
    int a = ((const unsigned char *)left)[i], b = ((const unsigned char *)right)[i];
    if (a != b) return a < b ? -1 : 1;
  }
  return 0;
}

static void *__raddle_memchr(const void *bytes, int wanted, unsigned long size) {
  for (unsigned long i = 0; i < size; i++) {
    if (((const unsigned char *)bytes)[i] == (unsigned char)wanted) return (char *)bytes + i;
  }
  return 0;
}

static void *__raddle_memrchr(const void *memory, int byte, unsigned long size) {
  while (size > 0) {
    size--;
    if (((const unsigned char *)memory)[size] == (unsigned char)byte) return (char *)memory + size;
  }
  return 0;
}

static void *__raddle_memccpy(void *target, const void *source, int c, unsigned long size) {
  unsigned char *to = target;
  const unsigned char *from = source;
  for (; size > 0; size--) {
    if ((*to++ = *from++) == (unsigned char)c) return to;
  }
  return 0;
}

static void *__raddle_mempcpy(void *target, const void *source, unsigned long size) {
  return (char *)memcpy(target, source, size) + size;
}

static int __raddle_memcpy_s(void *target, unsigned long room, const void *source, unsigned long size) {
  char *to = target;
  const char *from = source;
  if (to == 0) return 22;
  if (from == 0 || size > room || (from < to + size && to < from + size)) {
    for (unsigned long i = 0; i < room; i++) to[i] = 0;
    return from == 0 ? 22 : 34;
  }
  for (unsigned long i = 0; i < size; i++) to[i] = from[i];
  return 0;
}

static void __raddle_bcopy(const void *source, void *target, unsigned long size) { memmove(target, source, size); }

static void __raddle_bzero(void *target, unsigned long size) { memset(target, 0, size); }
