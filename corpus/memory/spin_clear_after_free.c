// The lock is inside the object it protects: the last user frees the object and then lets go of the lock.
//@ verdict: FALSE(memory)
//@ line: 19
//@ says: use after free
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct object {
  atomic_flag busy;
  int users;
};

void *leave(void *argument) {
  struct object *it = argument;
  while (atomic_flag_test_and_set(&it->busy)) {
  }
  if (--it->users == 0) free(it);
  atomic_flag_clear(&it->busy);
  return 0;
}

int main(void) {
  pthread_t thread;
  struct object *it = calloc(1, sizeof *it);
  it->users = 2;
  pthread_create(&thread, 0, leave, it);
  leave(it);
  pthread_join(thread, 0);
  return 0;
}
