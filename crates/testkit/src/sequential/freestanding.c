/* What 32-bit programs need when there is no 32-bit library: a start, three system calls of Linux, memory, and the
   functions that the compiler calls for copies and for 64-bit division. */
static int system_call(int number, int a, const void *b, int c) {
  int result;
  __asm__ volatile("int $0x80" : "=a"(result) : "a"(number), "b"(a), "c"(b), "d"(c) : "memory");
  return result;
}
ptrdiff_t write(int file, const void *bytes, size_t size) { return system_call(4, file, bytes, size); }
unsigned alarm(unsigned seconds) { return system_call(27, seconds, 0, 0); }

static unsigned long long heap[1 << 17];
static size_t heap_used;
void *malloc(size_t size) {
  void *result = heap + heap_used;
  heap_used += (size + 7) / 8 + 1;
  if (heap_used > sizeof heap / sizeof heap[0]) __builtin_trap();
  return result;
}
void *calloc(size_t count, size_t size) { return malloc(count * size); }
void free(void *pointer) {}

void *memcpy(void *to, const void *from, size_t size) {
  for (size_t i = 0; i < size; i++) ((volatile char *)to)[i] = ((const char *)from)[i];
  return to;
}
void *memset(void *to, int value, size_t size) {
  for (size_t i = 0; i < size; i++) ((volatile char *)to)[i] = value;
  return to;
}

static unsigned long long divide(unsigned long long a, unsigned long long b, unsigned long long *rest) {
  unsigned long long quotient = 0, remainder = 0;
  for (int bit = 63; bit >= 0; bit--) {
    int carry = remainder >> 63;
    remainder = remainder << 1 | (a >> bit & 1);
    if (carry || remainder >= b) {
      remainder -= b;
      quotient |= 1ull << bit;
    }
  }
  *rest = remainder;
  return quotient;
}
static unsigned long long magnitude(long long x) { return x < 0 ? -(unsigned long long)x : x; }
unsigned long long __udivdi3(unsigned long long a, unsigned long long b) {
  unsigned long long rest;
  return divide(a, b, &rest);
}
unsigned long long __umoddi3(unsigned long long a, unsigned long long b) {
  unsigned long long rest;
  divide(a, b, &rest);
  return rest;
}
long long __divdi3(long long a, long long b) {
  unsigned long long rest, quotient = divide(magnitude(a), magnitude(b), &rest);
  return (a < 0) != (b < 0) ? -quotient : quotient;
}
long long __moddi3(long long a, long long b) {
  unsigned long long rest;
  divide(magnitude(a), magnitude(b), &rest);
  return a < 0 ? -rest : rest;
}

__attribute__((force_align_arg_pointer)) void _start(void) {
  system_call(1, main(), 0, 0);
}
