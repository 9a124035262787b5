// Open addressing: keys are put into free cells by compare-exchange, with linear probing. Equal keys meet in one cell.
//@ verdict: TRUE
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int table[4];

static int insert(int key) {
  for (int i = 0; i < 4; i++) {
    int at = (key + i) & 3, seen = 0;
    if (atomic_compare_exchange_strong(&table[at], &seen, key) || seen == key) return at;
  }
  return -1;
}

void *work(void *argument) {
  insert(5);
  return (void *)(long)insert(1);
}

int main(void) {
  pthread_t thread;
  void *theirs;
  pthread_create(&thread, 0, work, 0);
  int mine = insert(1);
  pthread_join(thread, &theirs);
  assert(mine == (long)theirs);
  assert(table[1] + table[2] == 6 && table[0] == 0 && table[3] == 0);
  return 0;
}
