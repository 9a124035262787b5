/* Attributes: the first word of those of a thread says whether it is detached, of those of a mutex what kind it is. */
static int __raddle_pthread_attr_init(void *attributes) {
  *(int *)attributes = 0;
  return 0;
}

static int __raddle_pthread_attr_setdetachstate(void *attributes, int state) {
  *(int *)attributes = state;
  return 0;
}

static int __raddle_pthread_attr_getdetachstate(const void *attributes, int *state) {
  *state = *(const int *)attributes;
  return 0;
}

static int __raddle_pthread_mutexattr_init(void *attributes) {
  *(int *)attributes = 0;
  return 0;
}

static int __raddle_pthread_mutexattr_settype(void *attributes, int type) {
  if (type < 0 || type > 3) return 22;
  *(int *)attributes = type;
  return 0;
}

static int __raddle_pthread_mutexattr_gettype(const void *attributes, int *type) {
  *type = *(const int *)attributes;
  return 0;
}
