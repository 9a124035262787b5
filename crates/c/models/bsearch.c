static void *__raddle_bsearch(const void *key, const void *array, unsigned long count, unsigned long size,
                              int (*compare)(const void *, const void *)) {
  unsigned long low = 0;
  while (low < count) {
    unsigned long middle = low + (count - low) / 2;
    const char *element = (const char *)array + middle * size;
    int order = compare(key, element);
    if (order == 0) return (void *)element;
    if (order < 0) count = middle;
    else low = middle + 1;
  }
  return 0;
}
