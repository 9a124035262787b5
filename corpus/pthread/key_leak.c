//@ verdict: FALSE(memory)
//@ line: 11
//@ says: memory leak
// Without a destructor the value is lost.
#include <pthread.h>
#include <stdlib.h>

static pthread_key_t key;

static void *worker(void *unused) {
  pthread_setspecific(key, malloc(4));
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_key_create(&key, 0);
  pthread_create(&thread, 0, worker, 0);
  pthread_join(thread, 0);
  return 0;
}
