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
