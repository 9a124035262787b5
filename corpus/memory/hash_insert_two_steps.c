// The sibling of hash_insert.c that looks and stores in two steps: one key overwrites the other.
//@ verdict: FALSE(reach)
//@ line: 27
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int table[4];

void *insert(void *argument) {
  int key = (int)(long)argument;
  for (int i = 0; i < 4; i++) {
    int at = (key + i) & 3;
    if (table[at] == 0) {
      table[at] = key;
      break;
    }
  }
  return 0;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, insert, (void *)5);
  insert((void *)1);
  pthread_join(thread, 0);
  assert(table[1] + table[2] == 6);
  return 0;
}
