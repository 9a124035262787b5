//@ verdict: TRUE
// The producer of a ring buffer writes the item, then moves the tail.
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#define SIZE 2u
static int slots[SIZE];
static atomic_uint head, tail;

static void *producer(void *arg) {
  for (unsigned i = 0; i < 3; i++) {
    while (i - atomic_load_explicit(&head, memory_order_acquire) == SIZE) ;
    slots[i % SIZE] = 7;
    atomic_store_explicit(&tail, i + 1, memory_order_release);
  }
  return arg;
}

static void *consumer(void *arg) {
  long sum = 0;
  for (unsigned i = 0; i < 3; i++) {
    while (atomic_load_explicit(&tail, memory_order_acquire) == i) ;
    sum += slots[i % SIZE];
    atomic_store_explicit(&head, i + 1, memory_order_release);
  }
  (void)arg;
  return (void *)sum;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, producer, NULL);
  pthread_create(&threads[1], NULL, consumer, NULL);
  pthread_join(threads[0], NULL);
  pthread_join(threads[1], NULL);
  return 0;
}
