// A server whose locals have no value before each request goes on for ever: that it could fail there is no way out of its loop.
//@ verdict: TRUE or open
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int *slots;

static void *server(void *unused) {
  while (1) {
    int request, answer;
    pthread_mutex_lock(&lock);
    request = slots[0];
    answer = request > 0 ? 1 : 2;
    slots[1] = answer;
    pthread_mutex_unlock(&lock);
  }
  return unused;
}

int main(void) {
  pthread_t thread;
  slots = malloc(2 * sizeof *slots);
  slots[0] = 1;
  pthread_create(&thread, 0, server, 0);
  pthread_join(thread, 0);
  return 0;
}
