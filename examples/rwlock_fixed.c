// The lock of rwlock.c. A reader counts itself in by a compare-exchange, which fails if a writer has come since it
// looked.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#define WRITER -1

struct rwlock {
  atomic_int state;
};

static void read_lock(struct rwlock *lock) {
  int state = atomic_load(&lock->state);
  while (state == WRITER || !atomic_compare_exchange_weak(&lock->state, &state, state + 1)) {
    state = atomic_load(&lock->state);
  }
}

static void read_unlock(struct rwlock *lock) {
  atomic_fetch_sub(&lock->state, 1);
}

static void write_lock(struct rwlock *lock) {
  int free = 0;
  while (!atomic_compare_exchange_weak(&lock->state, &free, WRITER)) free = 0;
}

static void write_unlock(struct rwlock *lock) {
  atomic_fetch_add(&lock->state, 1);
}

// A range of ports, [low, high].
static struct rwlock lock;
static int low = 1, high = 9;

static void *reader(void *unused) {
  (void)unused;
  read_lock(&lock);
  assert(low <= high);
  read_unlock(&lock);
  return NULL;
}

static void *writer(void *unused) {
  (void)unused;
  write_lock(&lock);
  low = 21;
  high = 29;
  write_unlock(&lock);
  return NULL;
}

int main(void) {
  pthread_t one, two, three;
  pthread_create(&one, NULL, reader, NULL);
  pthread_create(&two, NULL, reader, NULL);
  pthread_create(&three, NULL, writer, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  pthread_join(three, NULL);
  assert(low == 21 && high == 29);
  return 0;
}
