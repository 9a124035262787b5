// A byte and the word that it is part of.
//@ verdict: FALSE(race)
//@ says: non-atomic write of 1 byte
//@ says: non-atomic write of 4 bytes
#include <pthread.h>

union {
  unsigned word;
  unsigned char bytes[4];
} both;

void *one(void *unused) {
  both.bytes[0] = 1;
  return 0;
}

void *two(void *unused) {
  both.word = 2;
  return 0;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, 0, one, 0);
  pthread_create(&second, 0, two, 0);
  pthread_join(first, 0);
  pthread_join(second, 0);
  return 0;
}
