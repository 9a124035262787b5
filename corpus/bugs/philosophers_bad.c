//@ verdict: FALSE(deadlock)
//@ line: 15
// Three philosophers each take the left fork first; if all have one, nobody gets a second.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t forks[3] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
static int meals[3];

static void *dine(void *arg) {
  int me = *(int *)arg;
  int one = me, two = (me + 1) % 3;
  pthread_mutex_lock(&forks[one]);
  pthread_mutex_lock(&forks[two]);
  meals[me]++;
  pthread_mutex_unlock(&forks[two]);
  pthread_mutex_unlock(&forks[one]);
  return NULL;
}

int main(void) {
  int seats[3] = {0, 1, 2};
  pthread_t guests[2];
  for (int i = 0; i < 2; i++) pthread_create(&guests[i], NULL, dine, &seats[i]);
  dine(&seats[2]);
  for (int i = 0; i < 2; i++) pthread_join(guests[i], NULL);
  assert(meals[0] == 1 && meals[1] == 1 && meals[2] == 1);
  return 0;
}
