static unsigned long __raddle_put_number(char *target, unsigned long room, unsigned long at, unsigned long long number,
                                         int negative, int base, int upper, int width, int left, int zeros) {
  char digits[24];
  int count = 0;
  do {
    int digit = number % base;
    digits[count++] = digit < 10 ? '0' + digit : (upper ? 'A' : 'a') + digit - 10;
    number /= base;
  } while (number != 0);
  width -= count + negative;
  for (; !left && !zeros && width > 0; width--, at++) {
    if (at + 1 < room) target[at] = ' ';
  }
  if (negative) {
    if (at + 1 < room) target[at] = '-';
    at++;
  }
  for (; zeros && !left && width > 0; width--, at++) {
    if (at + 1 < room) target[at] = '0';
  }
  for (; count > 0; at++) {
    count--;
    if (at + 1 < room) target[at] = digits[count];
  }
  for (; width > 0; width--, at++) {
    if (at + 1 < room) target[at] = ' ';
  }
  return at;
}
