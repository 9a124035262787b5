//@ verdict: TRUE
// Trying takes one, or says that there is none.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t free_places;

int main(void) {
  struct timespec until = {0, 0};
  sem_init(&free_places, 0, 2);
  assert(sem_trywait(&free_places) == 0);
  assert(sem_timedwait(&free_places, &until) == 0);
  assert(sem_trywait(&free_places) == -1);
  assert(sem_timedwait(&free_places, &until) == -1);
  sem_post(&free_places);
  assert(sem_trywait(&free_places) == 0);
  return 0;
}
