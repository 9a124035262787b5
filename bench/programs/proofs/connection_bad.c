// A client and a server open and close a connection over two state variables, forever.
// The server closes while the client is still open.
//@ verdict: FALSE(reach)
#include <assert.h>
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);
enum { CLOSED, OPENING, OPEN, CLOSING };
_Atomic int client_state, server_state;

static void *client(void *arg) {
  while (1) {
    client_state = OPENING;
    while (server_state != OPEN) ;
    client_state = OPEN;
    while (__VERIFIER_nondet_int()) assert(server_state == OPEN);
    client_state = CLOSING;
    while (server_state != CLOSED) ;
    client_state = CLOSED;
  }
  return arg;
}

static void *server(void *arg) {
  while (1) {
    while (client_state != OPENING) ;
    server_state = OPEN;
    while (client_state == CLOSED) ; // BUG: closes although the client is still opening.
    server_state = CLOSED;
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
