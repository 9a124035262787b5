//@ verdict: TRUE or open
// A server has nothing left to do and goes on looking: it was never meant to end, so waiting for its end is no hang.
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int requests = 1, answers;

static void *server(void *unused) {
  while (1) {
    pthread_mutex_lock(&lock);
    if (requests > 0) {
      requests--;
      answers++;
    }
    pthread_mutex_unlock(&lock);
  }
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, server, 0);
  pthread_join(thread, 0);
  return 0;
}
