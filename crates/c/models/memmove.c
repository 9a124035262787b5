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
