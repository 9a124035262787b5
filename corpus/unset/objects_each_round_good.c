// Objects in memory that has no value are new in each round, whether or not those before were destroyed.
//@ verdict: TRUE
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>

struct parts {
  pthread_mutex_t mutex;
  pthread_cond_t condition;
  sem_t semaphore;
};

static void use(struct parts *parts) {
  pthread_mutex_init(&parts->mutex, 0);
  pthread_cond_init(&parts->condition, 0);
  sem_init(&parts->semaphore, 0, 1);
  pthread_mutex_lock(&parts->mutex);
  pthread_cond_signal(&parts->condition);
  sem_wait(&parts->semaphore);
  pthread_mutex_unlock(&parts->mutex);
}

int main(void) {
  for (int round = 0; round < 2; round++) {
    struct parts local, *other = malloc(sizeof *other);
    use(&local);
    use(other);
    if (round == 0) pthread_mutex_destroy(&other->mutex);
    free(other);
  }
  return 0;
}
