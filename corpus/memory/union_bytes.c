// A union of a word and its bytes: threads that write different bytes do not disturb each other.
//@ verdict: TRUE
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

union word {
  uint32_t whole;
  uint8_t bytes[4];
} word;

void *set(void *argument) {
  long index = (long)argument;
  word.bytes[index] = (uint8_t)(index + 1);
  return 0;
}

int main(void) {
  pthread_t first, second;
  word.whole = 0xffffffff;
  pthread_create(&first, 0, set, (void *)0);
  pthread_create(&second, 0, set, (void *)3);
  pthread_join(first, 0);
  pthread_join(second, 0);
  assert(word.whole == 0x04ffff01);
  return 0;
}
