// Two clerks move money between two accounts, any amount, for ever, and look now and then whether something is missing.
// Both hold the lock from taking to giving.
#include <assert.h>
#include <pthread.h>

extern unsigned __VERIFIER_nondet_uint(void);

unsigned savings = 60, current = 40;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void *careful(void *unused) {
  while (1) {
    unsigned amount = __VERIFIER_nondet_uint();
    pthread_mutex_lock(&lock);
    savings -= amount;
    current += amount;
    assert(savings + current == 100);
    pthread_mutex_unlock(&lock);
  }
}

void *patient(void *unused) {
  while (1) {
    unsigned amount = __VERIFIER_nondet_uint();
    pthread_mutex_lock(&lock);
    current -= amount;
    savings += amount;
    pthread_mutex_unlock(&lock);
  }
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, 0, careful, 0);
  pthread_create(&second, 0, patient, 0);
  pthread_join(first, 0);
  pthread_join(second, 0);
}
