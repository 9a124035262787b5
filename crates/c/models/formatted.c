/* Parts of sprintf and scanf, of which calls are made according to the format. */
static unsigned long __raddle__put_text(char *target, unsigned long room, unsigned long at, const char *text,
                                       unsigned long most, int width, int left) {
  unsigned long length = 0;
  while (length < most && text[length] != 0) length++;
  for (; !left && (long)width > (long)length; width--, at++) {
    if (at + 1 < room) target[at] = ' ';
  }
  for (unsigned long i = 0; i < length; i++, at++) {
    if (at + 1 < room) target[at] = text[i];
  }
  for (; (long)width > (long)length; width--, at++) {
    if (at + 1 < room) target[at] = ' ';
  }
  return at;
}

static unsigned long __raddle__put_number(char *target, unsigned long room, unsigned long at, unsigned long long number,
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

static int __raddle__put_end(char *target, unsigned long room, unsigned long at) {
  if (room > 0) target[at < room ? at : room - 1] = 0;
  return at;
}

static void __raddle__input_text(char *target, unsigned long most) {
  int length = 0;
  if (most > 0 && __VERIFIER_nondet_bool()) target[length++] = '1';
  target[length] = 0;
}
