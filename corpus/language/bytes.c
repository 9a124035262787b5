// The bytes of an object through a char pointer.
//@ verdict: TRUE
#include <assert.h>

int main(void) {
  int x = 0x01020304;
  unsigned char *p = (unsigned char *)&x;
  assert(p[0] == 4 && p[3] == 1);
  p[3] = 0xff;
  assert(x < 0 && x == (int)0xff020304);
  long long l = -2;
  int *half = (int *)&l;
  assert(((char *)&l)[7] == -1 && *(signed char *)&l == -2);
  short array[4] = {1, 2, 3, 4};
  char *raw = (char *)array;
  for (int i = 0; i < 8; i++) raw[i] ^= i & 1;
  assert(array[0] == 257 && array[3] == 260);
  return 0;
}
