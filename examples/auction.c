// Bidders offer what they like. The highest offer wins, unless two of them look at it at the same time.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

extern unsigned __VERIFIER_nondet_uint(void);

static unsigned highest;
static unsigned offers[3];

static void *bid(void *number) {
  unsigned offer = __VERIFIER_nondet_uint();
  offers[(long)number] = offer;
  if (offer > highest) {
    highest = offer;
  }
  return NULL;
}

int main(void) {
  pthread_t bidder[3];
  for (long i = 0; i < 3; i++) pthread_create(&bidder[i], NULL, bid, (void *)i);
  for (int i = 0; i < 3; i++) pthread_join(bidder[i], NULL);
  for (int i = 0; i < 3; i++) assert(highest >= offers[i]);
  return 0;
}
