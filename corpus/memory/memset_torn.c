// memset works byte by byte: the other thread sees a half-cleared word.
//@ verdict: FALSE(reach) without race
//@ line: 20
#include <assert.h>
#include <pthread.h>
#include <string.h>

unsigned char key[2] = {7, 7};

void *wipe(void *unused) {
  memset(key, 0, sizeof key);
  return 0;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, wipe, 0);
  unsigned char first = key[0], second = key[1];
  pthread_join(thread, 0);
  assert(first == second);
  return 0;
}
