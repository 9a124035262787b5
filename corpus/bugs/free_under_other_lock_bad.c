//@ verdict: FALSE(memory,race)
//@ line: 18
//@ says: use after free
// The reader holds one lock while it looks into the configuration, the closer frees it under another.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static pthread_mutex_t read_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t close_lock = PTHREAD_MUTEX_INITIALIZER;
static _Atomic(int *) config;

static void *reader(void *arg) {
  (void)arg;
  long seen = 0;
  pthread_mutex_lock(&read_lock);
  int *current = atomic_load(&config);
  if (current) seen = *current;
  pthread_mutex_unlock(&read_lock);
  return (void *)seen;
}

static void *closer(void *arg) {
  pthread_mutex_lock(&close_lock);
  free(atomic_exchange(&config, NULL));
  pthread_mutex_unlock(&close_lock);
  return arg;
}

int main(void) {
  int *fresh = malloc(sizeof *fresh);
  *fresh = 3;
  atomic_store(&config, fresh);
  pthread_t first, second;
  pthread_create(&first, 0, reader, 0);
  pthread_create(&second, 0, closer, 0);
  pthread_join(first, 0);
  pthread_join(second, 0);
  return 0;
}
