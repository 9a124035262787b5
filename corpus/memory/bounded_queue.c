// A bounded queue with a sequence number per cell: two producers, main consumes what is complete.
//@ verdict: TRUE
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

struct cell {
  atomic_uint sequence;
  int value;
} cells[2] = {{0, 0}, {1, 0}};
atomic_uint tail;

void *produce(void *argument) {
  unsigned at = tail;
  for (;;) {
    struct cell *it = &cells[at % 2];
    if (it->sequence == at) {
      if (atomic_compare_exchange_strong(&tail, &at, at + 1)) {
        it->value = (int)(long)argument;
        it->sequence = at + 1;
        return 0;
      }
    } else {
      at = tail;
    }
  }
}

int main(void) {
  pthread_t first, second;
  int sum = 0;
  pthread_create(&first, 0, produce, (void *)1);
  pthread_create(&second, 0, produce, (void *)2);
  for (unsigned head = 0; head < 2; head++) {
    while (cells[head].sequence != head + 1) {
    }
    sum += cells[head].value;
  }
  assert(sum == 3);
  pthread_join(first, 0);
  pthread_join(second, 0);
  return 0;
}
