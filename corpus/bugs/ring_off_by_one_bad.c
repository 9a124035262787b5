//@ verdict: FALSE(reach)
//@ line: 25
// The producer takes a full ring for one with a place left, and overwrites the oldest item before it is consumed.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#define SIZE 2
static atomic_int slots[SIZE];
static atomic_int head, tail;

static void *producer(void *arg) {
  for (int i = 0; i < 3; i++) {
    while (i - atomic_load(&head) > SIZE) ;
    atomic_store(&slots[i % SIZE], 100 + i);
    atomic_store(&tail, i + 1);
  }
  return arg;
}

static void *consumer(void *arg) {
  for (int i = 0; i < 3; i++) {
    while (atomic_load(&tail) <= i) ;
    assert(atomic_load(&slots[i % SIZE]) == 100 + i);
    atomic_store(&head, i + 1);
  }
  return arg;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, 0, producer, 0);
  pthread_create(&second, 0, consumer, 0);
  pthread_join(first, 0);
  pthread_join(second, 0);
  return 0;
}
