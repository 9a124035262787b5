static int __raddle_put_end(char *target, unsigned long room, unsigned long at) {
  if (room > 0) target[at < room ? at : room - 1] = 0;
  return at;
}
