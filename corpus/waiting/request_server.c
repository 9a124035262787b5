//@ verdict: TRUE(bounded)
//@ options: --steps 100
//@ says: up to 100 steps of each thread
// Two threads that answer each other for ever: nothing is wrong, and there is no end.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int request, answer;

static void *server(void *unused) {
  for (;;) {
    while (request == answer) ;
    answer = request;
  }
  return unused;
}

static void *client(void *unused) {
  for (;;) {
    request = !request;
    while (answer != request) ;
  }
  return unused;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, 0, server, 0);
  pthread_create(&two, 0, client, 0);
  pthread_join(one, 0);
  pthread_join(two, 0);
  return 0;
}
