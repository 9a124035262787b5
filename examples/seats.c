/* Two clerks sell seats. Each looks for a free one from where the customer wants to sit, and books it. That the look and the
 * booking are two steps sells a seat twice, if both customers want the same one. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

extern int __VERIFIER_nondet_int(void);

#define SEATS 8
atomic_int taken[SEATS];
atomic_int sold;

void *clerk(void *wanted) {
  int seat = (int)(long)wanted;
  for (int tries = 0; tries < SEATS; tries++) {
    if (!taken[seat]) {
      taken[seat] = 1;
      sold++;
      break;
    }
    seat = (seat + 1) % SEATS;
  }
  return 0;
}

int main(void) {
  int first = __VERIFIER_nondet_int(), second = __VERIFIER_nondet_int();
  if (first < 0 || first >= SEATS || second < 0 || second >= SEATS) return 0;
  pthread_t one, two;
  pthread_create(&one, 0, clerk, (void *)(long)first);
  pthread_create(&two, 0, clerk, (void *)(long)second);
  pthread_join(one, 0);
  pthread_join(two, 0);
  int seats = 0;
  for (int seat = 0; seat < SEATS; seat++) seats += taken[seat];
  assert(seats == sold);
  return 0;
}
