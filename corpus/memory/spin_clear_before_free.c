// The sibling of spin_clear_after_free.c: remember under the lock that this is the last user, free afterwards.
//@ verdict: TRUE
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
  int last = --it->users == 0;
  atomic_flag_clear(&it->busy);
  if (last) free(it);
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
