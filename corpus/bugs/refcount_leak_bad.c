//@ verdict: FALSE(memory)
//@ says: memory leak
// References are given back by load and store; if both threads load 2, both leave 1 and nobody frees the buffer.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct buffer {
  atomic_int references;
  int data;
};

static void *user(void *arg) {
  struct buffer *mine = arg;
  int left = atomic_load(&mine->references) - 1;
  atomic_store(&mine->references, left);
  if (left == 0) free(mine);
  return NULL;
}

int main(void) {
  pthread_t first, second;
  struct buffer *fresh = malloc(sizeof *fresh);
  atomic_init(&fresh->references, 2);
  fresh->data = 0;
  pthread_create(&first, NULL, user, fresh);
  pthread_create(&second, NULL, user, fresh);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
