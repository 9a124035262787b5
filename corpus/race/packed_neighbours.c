// What overlaps no byte does not race, however it is aligned.
//@ verdict: TRUE
#include <assert.h>
#include <pthread.h>

struct __attribute__((packed)) both {
  char a;
  int b;
  short c;
} both;

void *other(void *argument) {
  both.b = 0x01010101;
  return argument;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, other, 0);
  both.a = 1;
  both.c = 3;
  pthread_join(t, 0);
  assert(both.a == 1 && both.b == 0x01010101 && both.c == 3);
  return 0;
}
