//@ verdict: FALSE(deadlock) or open
// The server forgets to unlock before it goes on: whoever asks next waits for ever, the server itself goes on.
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static atomic_int beat;

static void *server(void *unused) {
  pthread_mutex_lock(&lock);
  while (1) beat = !beat;
  return unused;
}

static void *client(void *unused) {
  pthread_mutex_lock(&lock);
  pthread_mutex_unlock(&lock);
  return unused;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, 0, server, 0);
  pthread_create(&two, 0, client, 0);
  pthread_join(two, 0);
  pthread_join(one, 0);
  return 0;
}
