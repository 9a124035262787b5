static void *__raddle_memcpy(void *target, const void *source, unsigned long size) {
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
