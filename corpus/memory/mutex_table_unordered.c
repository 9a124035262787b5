// The sibling of mutex_table.c that locks in the order of the transfer.
//@ verdict: FALSE(deadlock)
//@ line: 11
#include <pthread.h>
#include <stdlib.h>

pthread_mutex_t *locks;

static void transfer(int from, int to) {
  pthread_mutex_lock(&locks[from]);
  pthread_mutex_lock(&locks[to]);
  pthread_mutex_unlock(&locks[to]);
  pthread_mutex_unlock(&locks[from]);
}

void *back(void *unused) {
  transfer(1, 0);
  return 0;
}

int main(void) {
  pthread_t thread;
  locks = calloc(2, sizeof *locks);
  for (int i = 0; i < 2; i++) pthread_mutex_init(&locks[i], 0);
  pthread_create(&thread, 0, back, 0);
  transfer(0, 1);
  pthread_join(thread, 0);
  for (int i = 0; i < 2; i++) pthread_mutex_destroy(&locks[i]);
  free(locks);
  return 0;
}
