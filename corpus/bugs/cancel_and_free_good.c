//@ verdict: TRUE
// main raises the cancel flag and frees when the worker has ended.
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
  pthread_join(thread, NULL);
  pthread_mutex_lock(&lock);
  free(buffer);
  pthread_mutex_unlock(&lock);
  return 0;
}
