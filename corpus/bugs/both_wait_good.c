//@ verdict: TRUE
// The client gives its sign before it waits for the server's.
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int request, answer;

static void *client(void *arg) {
  request = 1;
  while (!answer) ;
  return arg;
}

static void *server(void *arg) {
  while (!request) ;
  answer = 1;
  return arg;
}

int main(void) {
  pthread_t t1, t2;
  pthread_create(&t1, NULL, client, NULL);
  pthread_create(&t2, NULL, server, NULL);
  pthread_join(t1, NULL);
  pthread_join(t2, NULL);
  return 0;
}
