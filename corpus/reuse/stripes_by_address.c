// Which lock protects an account is computed from its address. Two accounts may have different locks, and the sum is not protected then;
// with one layout of memory that is not seen, so the claim names the place.
//@ verdict: TRUE(bounded)
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>

static pthread_mutex_t locks[4] = {
    PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
static long sum;

static void *add(void *argument) {
  long *account = argument;
  pthread_mutex_t *lock = &locks[((uintptr_t)account >> 4) & 3];
  pthread_mutex_lock(lock);
  ++*account;
  ++sum;
  pthread_mutex_unlock(lock);
  return 0;
}

int main(void) {
  pthread_t threads[2];
  long *accounts[2];
  for (int i = 0; i < 2; i++) accounts[i] = calloc(1, sizeof(long));
  for (int i = 0; i < 2; i++) pthread_create(&threads[i], 0, add, accounts[i]);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], 0);
  free(accounts[0]);
  free(accounts[1]);
  return 0;
}
