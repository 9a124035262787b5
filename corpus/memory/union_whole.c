// The sibling of union_bytes.c where one thread changes its byte through the whole word: the other byte is lost.
//@ verdict: FALSE(reach) without race
//@ line: 29
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

union word {
  uint32_t whole;
  uint8_t bytes[4];
} word;

void *set_low(void *unused) {
  word.whole = (word.whole & ~0xffu) | 1;
  return 0;
}

void *set_high(void *unused) {
  word.bytes[3] = 4;
  return 0;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, 0, set_low, 0);
  pthread_create(&second, 0, set_high, 0);
  pthread_join(first, 0);
  pthread_join(second, 0);
  assert(word.whole == 0x04000001);
  return 0;
}
