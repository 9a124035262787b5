//@ verdict: TRUE or open
// One thread waits for another one that waits for a server.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int requests;
static pthread_t serving;

static void *server(void *unused) {
  while (1) {
    if (requests > 5) requests = 0;
  }
  return unused;
}

static void *manager(void *unused) {
  pthread_create(&serving, 0, server, 0);
  pthread_join(serving, 0);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, manager, 0);
  pthread_join(thread, 0);
  return 0;
}
