/* What the system would know. */
static int *__raddle___errno_location(void) {
  static _Thread_local int errno;
  return &errno;
}

/* Whether memory can be aligned so; some functions only say so, others set the error number. */
static int __raddle__is_alignment(unsigned long alignment, unsigned long least) {
  if (alignment != 0 && (alignment & (alignment - 1)) == 0 && alignment % least == 0) return 1;
  if (least == 1) *__errno_location() = 22;
  return 0;
}

/* What is in the environment does not change; names are told apart by a hash. */
static char *__raddle_getenv(const char *name) {
  static char one[] = "1", none[] = "";
  static unsigned long long names[16];
  static int answers[16];
  if (*name == 0) return 0;
  unsigned long long hash = 14695981039346656037ull, known;
  for (; *name != 0; name++) hash = (hash ^ (unsigned char)*name) * 1099511628211ull;
  int at = 0, answer;
  __VERIFIER_atomic_begin();
  while ((known = __atomic_load_n(&names[at], __ATOMIC_RELAXED)) != 0 && known != hash && at < 15) at++;
  if (known == hash) {
    answer = __atomic_load_n(&answers[at], __ATOMIC_RELAXED);
  } else {
    answer = __VERIFIER_nondet_bool() ? 0 : 1 + __VERIFIER_nondet_bool();
    __atomic_store_n(&names[at], hash, __ATOMIC_RELAXED);
    __atomic_store_n(&answers[at], answer, __ATOMIC_RELAXED);
  }
  __VERIFIER_atomic_end();
  return answer == 0 ? 0 : answer == 1 ? none : one;
}

static int __raddle_getpid(void) { return 2; }

static int __raddle_getppid(void) { return 1; }

static char *__raddle_strerror(int number) {
  static char text[] = "error";
  return text;
}

static long __raddle_sysconf(int name) { return name == 30 ? 4096 : 2; }
