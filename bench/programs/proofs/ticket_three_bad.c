// A ticket lock with the tickets 0 to 3 for three threads, forever.
// Two threads can draw the same ticket.
//@ verdict: FALSE(reach)
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int next_ticket, serving;
int inside;

static void *customer(void *arg) {
  while (1) {
    int mine = next_ticket;
    next_ticket = (mine + 1) % 4; // BUG: reads and draws in two steps.
    while (serving != mine) ;
    inside++;
    assert(inside == 1);
    inside--;
    serving = (mine + 1) % 4;
  }
  return arg;
}

int main(void) {
  pthread_t t1, t2, t3;
  pthread_create(&t1, 0, customer, 0);
  pthread_create(&t2, 0, customer, 0);
  pthread_create(&t3, 0, customer, 0);
  pthread_join(t1, 0);
  pthread_join(t2, 0);
  pthread_join(t3, 0);
  return 0;
}
