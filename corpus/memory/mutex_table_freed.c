// The table of locks is freed while a thread still holds one; its unlock would be an access to freed memory, too.
//@ verdict: FALSE(memory)
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

pthread_mutex_t *locks;
atomic_int done;

void *work(void *unused) {
  pthread_mutex_lock(&locks[1]);
  done = 1;
  pthread_mutex_unlock(&locks[1]);
  return 0;
}

int main(void) {
  pthread_t thread;
  locks = calloc(2, sizeof *locks);
  pthread_mutex_init(&locks[1], 0);
  pthread_create(&thread, 0, work, 0);
  if (done) free(locks);
  pthread_join(thread, 0);
  return 0;
}
