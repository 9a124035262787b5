/* Arithmetic that says whether it overflows. */
static _Bool __raddle___builtin_sadd_overflow(int a, int b, int *result) {
  int r = (int)((unsigned)a + (unsigned)b);
  *result = r;
  return ((a ^ r) & (b ^ r)) < 0;
}

static _Bool __raddle___builtin_saddl_overflow(long a, long b, long *result) {
  long r = (long)((unsigned long)a + (unsigned long)b);
  *result = r;
  return ((a ^ r) & (b ^ r)) < 0;
}

static _Bool __raddle___builtin_saddll_overflow(long long a, long long b, long long *result) {
  long long r = (long long)((unsigned long long)a + (unsigned long long)b);
  *result = r;
  return ((a ^ r) & (b ^ r)) < 0;
}

static _Bool __raddle___builtin_ssub_overflow(int a, int b, int *result) {
  int r = (int)((unsigned)a - (unsigned)b);
  *result = r;
  return ((a ^ b) & (a ^ r)) < 0;
}

static _Bool __raddle___builtin_ssubl_overflow(long a, long b, long *result) {
  long r = (long)((unsigned long)a - (unsigned long)b);
  *result = r;
  return ((a ^ b) & (a ^ r)) < 0;
}

static _Bool __raddle___builtin_ssubll_overflow(long long a, long long b, long long *result) {
  long long r = (long long)((unsigned long long)a - (unsigned long long)b);
  *result = r;
  return ((a ^ b) & (a ^ r)) < 0;
}

static _Bool __raddle___builtin_smul_overflow(int a, int b, int *result) {
  int r = (int)((unsigned)a * (unsigned)b);
  *result = r;
  return a == -1 ? b == r && b != 0 : a != 0 && r / a != b;
}

static _Bool __raddle___builtin_smull_overflow(long a, long b, long *result) {
  long r = (long)((unsigned long)a * (unsigned long)b);
  *result = r;
  return a == -1 ? b == r && b != 0 : a != 0 && r / a != b;
}

static _Bool __raddle___builtin_smulll_overflow(long long a, long long b, long long *result) {
  long long r = (long long)((unsigned long long)a * (unsigned long long)b);
  *result = r;
  return a == -1 ? b == r && b != 0 : a != 0 && r / a != b;
}

static _Bool __raddle___builtin_uadd_overflow(unsigned a, unsigned b, unsigned *result) {
  unsigned r = (unsigned)((unsigned)a + (unsigned)b);
  *result = r;
  return r < a;
}

static _Bool __raddle___builtin_uaddl_overflow(unsigned long a, unsigned long b, unsigned long *result) {
  unsigned long r = (unsigned long)((unsigned long)a + (unsigned long)b);
  *result = r;
  return r < a;
}

static _Bool __raddle___builtin_uaddll_overflow(unsigned long long a, unsigned long long b, unsigned long long *result) {
  unsigned long long r = (unsigned long long)((unsigned long long)a + (unsigned long long)b);
  *result = r;
  return r < a;
}

static _Bool __raddle___builtin_usub_overflow(unsigned a, unsigned b, unsigned *result) {
  unsigned r = (unsigned)((unsigned)a - (unsigned)b);
  *result = r;
  return a < b;
}

static _Bool __raddle___builtin_usubl_overflow(unsigned long a, unsigned long b, unsigned long *result) {
  unsigned long r = (unsigned long)((unsigned long)a - (unsigned long)b);
  *result = r;
  return a < b;
}

static _Bool __raddle___builtin_usubll_overflow(unsigned long long a, unsigned long long b, unsigned long long *result) {
  unsigned long long r = (unsigned long long)((unsigned long long)a - (unsigned long long)b);
  *result = r;
  return a < b;
}

static _Bool __raddle___builtin_umul_overflow(unsigned a, unsigned b, unsigned *result) {
  unsigned r = (unsigned)((unsigned)a * (unsigned)b);
  *result = r;
  return a != 0 && r / a != b;
}

static _Bool __raddle___builtin_umull_overflow(unsigned long a, unsigned long b, unsigned long *result) {
  unsigned long r = (unsigned long)((unsigned long)a * (unsigned long)b);
  *result = r;
  return a != 0 && r / a != b;
}

static _Bool __raddle___builtin_umulll_overflow(unsigned long long a, unsigned long long b, unsigned long long *result) {
  unsigned long long r = (unsigned long long)((unsigned long long)a * (unsigned long long)b);
  *result = r;
  return a != 0 && r / a != b;
}
