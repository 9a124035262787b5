// Bidders offer what they like. Each looks at the highest offer and raises it while nobody else does.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

extern unsigned __VERIFIER_nondet_uint(void);

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static unsigned highest;
static unsigned offers[3];

static void *bid(void *number) {
  unsigned offer = __VERIFIER_nondet_uint();
  offers[(long)number] = offer;
  pthread_mutex_lock(&mutex);
  if (offer > highest) {
    highest = offer;
  }
  pthread_mutex_unlock(&mutex);
  return NULL;
}

int main(void) {
  pthread_t bidder[3];
  for (long i = 0; i < 3; i++) pthread_create(&bidder[i], NULL, bid, (void *)i);
  for (int i = 0; i < 3; i++) pthread_join(bidder[i], NULL);
  for (int i = 0; i < 3; i++) assert(highest >= offers[i]);
  return 0;
}
