// Two workers move items from one counter to another, each under its lock; an auditor looks at both, one after the other.
#include <assert.h>
#include <pthread.h>

#define ROUNDS 26

int left = 2 * ROUNDS, right, sum;
pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;

void *worker(void *unused) {
  for (int i = 0; i < ROUNDS; i++) {
    pthread_mutex_lock(&a);
    left--;
    pthread_mutex_unlock(&a);
    pthread_mutex_lock(&b);
    right++;
    pthread_mutex_unlock(&b);
  }
  return 0;
}

void *auditor(void *unused) {
  pthread_mutex_lock(&a);
  sum = left;
  pthread_mutex_unlock(&a);
  pthread_mutex_lock(&b);
  sum += right;
  pthread_mutex_unlock(&b);
  assert(sum != 3 * ROUNDS);
  return 0;
}

int main(void) {
  pthread_t one, two, three;
  pthread_create(&one, 0, worker, 0);
  pthread_create(&two, 0, worker, 0);
  pthread_create(&three, 0, auditor, 0);
  pthread_join(one, 0);
  pthread_join(two, 0);
  pthread_join(three, 0);
  return 0;
}
