/* Sorting, and searching in what is sorted. */
static void __raddle_qsort(void *array, unsigned long count, unsigned long size,
                           int (*compare)(const void *, const void *)) {
  char *start = array;
  for (unsigned long i = 1; i < count; i++) {
    for (unsigned long j = i; j > 0; j--) {
      char *right = start + j * size, *left = right - size;
      if (compare(left, right) <= 0) break;
      for (unsigned long k = 0; k < size; k++) {
        char byte = left[k];
        left[k] = right[k];
        right[k] = byte;
      }
    }
  }
}

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
