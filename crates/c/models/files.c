/* Files, of which only is known that they may be missing or end. */
static void *__raddle_fopen(const char *name, const char *mode) {
  static char handle[8];
  return *name == 0 || *mode == 0 || __VERIFIER_nondet_bool() ? 0 : handle;
}

static int __raddle_open(const char *name, int mode) {
  return *name == 0 || __VERIFIER_nondet_bool() ? -1 : 3;
}

static unsigned long __raddle_fread(void *target, unsigned long size, unsigned long count, void *file) {
  if (__VERIFIER_nondet_bool()) return 0;
  for (unsigned long i = 0; i < size * count; i++) ((char *)target)[i] = 0;
  return count;
}

static long __raddle_read(int file, void *target, unsigned long size) {
  if (__VERIFIER_nondet_bool()) return __VERIFIER_nondet_bool() ? 0 : -1;
  for (unsigned long i = 0; i < size; i++) ((char *)target)[i] = 0;
  return size;
}

/* What leaves the program is looked at. */
static void __raddle__look_at_bytes(const char *bytes, unsigned long size) {
  for (unsigned long i = 0; i < size; i++) {
    if (bytes[i]) {
    }
  }
}

static unsigned long __raddle_fwrite(const void *source, unsigned long size, unsigned long count, void *file) {
  __raddle__look_at_bytes(source, size * count);
  return __VERIFIER_nondet_bool() ? 0 : count;
}

static long __raddle_write(int file, const void *source, unsigned long size) {
  __raddle__look_at_bytes(source, size);
  return __VERIFIER_nondet_bool() ? -1 : (long)size;
}

static int __raddle_fgetc(void *file) { return getchar(); }

static int __raddle_getc(void *file) { return getchar(); }

static int __raddle_getchar(void) {
  int c = __VERIFIER_nondet_int();
  __VERIFIER_assume(c >= -1 && c < 255);
  return c;
}

static char *__raddle_fgets(char *text, int size, void *file) {
  if (size <= 0 || __VERIFIER_nondet_bool()) return 0;
  int length = 0;
  if (size > 1) text[length++] = __VERIFIER_nondet_bool() ? '1' : '\n';
  text[length] = 0;
  return text;
}
