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
