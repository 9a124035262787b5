//@ verdict: FALSE(deadlock)
// Client and server each wait for a sign of the other before they give their own.
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int request, answer;

static void *client(void *arg) {
  while (!answer) ;
  request = 1;
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
