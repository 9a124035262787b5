static void *__raddle_mempcpy(void *target, const void *source, unsigned long size) {
  return (char *)memcpy(target, source, size) + size;
}
