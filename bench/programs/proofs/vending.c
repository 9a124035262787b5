// A machine that takes coins and gives drinks, with unknown customers at two sides, forever.
// It never owes: the credit is 0, 1 or 2, and each drink was paid.
//@ verdict: TRUE
#include <assert.h>
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int credit;

static void *coins(void *arg) {
  while (1) {
    int coin = __VERIFIER_nondet_int();
    pthread_mutex_lock(&m);
    if (coin == 1 && credit < 2) credit += 1;
    else if (coin == 2 && credit == 0) credit += 2;
    assert(credit <= 2);
    pthread_mutex_unlock(&m);
  }
  return arg;
}

static void *drinks(void *arg) {
  while (1) {
    int button = __VERIFIER_nondet_int();
    pthread_mutex_lock(&m);
    if (button && credit == 2) credit -= 2;
    assert(credit >= 0);
    pthread_mutex_unlock(&m);
  }
  return arg;
}

int main(void) {
  pthread_t t1, t2;
  pthread_create(&t1, 0, coins, 0);
  pthread_create(&t2, 0, drinks, 0);
  pthread_join(t1, 0);
  pthread_join(t2, 0);
  return 0;
}
