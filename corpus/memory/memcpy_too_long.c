// The length is read twice: the other thread changes it between the check and the copy.
//@ verdict: FALSE(memory)
//@ says: out of bounds
//@ line: 21
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>

char source[4] = "abc", target[2];
atomic_int length = 2;

void *lengthen(void *unused) {
  length = 4;
  return 0;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, lengthen, 0);
  if (length <= (int)sizeof target) {
    memcpy(target, source, length);
  }
  pthread_join(thread, 0);
  return 0;
}
