static int *__raddle___errno_location(void) {
  static _Thread_local int errno;
  return &errno;
}
