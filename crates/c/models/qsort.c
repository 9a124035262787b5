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
