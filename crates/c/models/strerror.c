static char *__raddle_strerror(int number) {
  static char text[] = "error";
  return text;
}
