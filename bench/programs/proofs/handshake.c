// A request and an acknowledgement in four phases, forever, with unknown data.
// The server finds both words of the request equal.
//@ verdict: TRUE
#include <assert.h>
#include <pthread.h>

extern unsigned __VERIFIER_nondet_uint(void);
_Atomic int request, answer;
unsigned word, again;

static void *client(void *arg) {
  while (1) {
    word = __VERIFIER_nondet_uint();
    again = word;
    request = 1;
    while (!answer) ;
    request = 0;
    while (answer) ;
  }
  return arg;
}

static void *server(void *arg) {
  while (1) {
    while (!request) ;
    assert(word == again);
    answer = 1;
    while (request) ;
    answer = 0;
  }
  return arg;
}

int main(void) {
  pthread_t t1, t2;
  pthread_create(&t1, 0, client, 0);
  pthread_create(&t2, 0, server, 0);
  pthread_join(t1, 0);
  pthread_join(t2, 0);
  return 0;
}
