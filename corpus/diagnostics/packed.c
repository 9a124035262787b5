// Packed structs.
//@ verdict: UNKNOWN(input)
//@ error: C0418
struct __attribute__((packed)) header {
  char kind;
  int length;
};

int main(void) {
  struct header h = {1, 2};
  return h.length - 2;
}
