//@ verdict: FALSE(memory)
//@ line: 16
//@ says: use after free
// main raises the cancel flag and frees at once, but the worker may have looked at the flag before.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static atomic_int cancelled;
static int *buffer;

static void *worker(void *arg) {
  if (!atomic_load(&cancelled)) {
    pthread_mutex_lock(&lock);
    *buffer += 1;
    pthread_mutex_unlock(&lock);
  }
  return arg;
}

int main(void) {
  pthread_t thread;
  buffer = malloc(sizeof *buffer);
  *buffer = 0;
  pthread_create(&thread, NULL, worker, NULL);
  atomic_store(&cancelled, 1);
  pthread_mutex_lock(&lock);
  free(buffer);
  pthread_mutex_unlock(&lock);
  pthread_join(thread, NULL);
  return 0;
}
