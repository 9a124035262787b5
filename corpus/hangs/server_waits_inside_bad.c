//@ verdict: FALSE(deadlock)
//@ says: waits in a loop
// The server goes round for ever, but the loop inside of it has an exit that is never taken: a request was lost.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int requests, answers;

static void *server(void *unused) {
  while (1) {
    while (requests == 0) ;
    requests = 0;
    answers++;
  }
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, server, 0);
  requests = 1;
  requests = 1;
  while (answers < 2) ;
  return 0;
}
