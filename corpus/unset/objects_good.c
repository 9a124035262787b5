// Local objects for synchronisation that are initialised before they are used.
//@ verdict: TRUE
#include <pthread.h>
#include <semaphore.h>

int main(void) {
  pthread_cond_t condition;
  pthread_rwlock_t lock;
  pthread_barrier_t barrier;
  pthread_once_t once = PTHREAD_ONCE_INIT;
  sem_t semaphore;
  pthread_cond_init(&condition, 0);
  pthread_rwlock_init(&lock, 0);
  pthread_barrier_init(&barrier, 0, 1);
  sem_init(&semaphore, 0, 1);
  pthread_cond_signal(&condition);
  pthread_rwlock_rdlock(&lock);
  pthread_rwlock_unlock(&lock);
  pthread_barrier_wait(&barrier);
  sem_wait(&semaphore);
  (void)once;
  pthread_cond_destroy(&condition);
  pthread_rwlock_destroy(&lock);
  pthread_barrier_destroy(&barrier);
  sem_destroy(&semaphore);
  return 0;
}
