// Which of the mutexes could be held is not known before the program runs, so the scope names the place.
//@ verdict: TRUE
//@ says: no thread holds a mutex in the memory that ends
#include <pthread.h>
#include <stdlib.h>

int main(void) {
  pthread_mutex_t *locks = malloc(3 * sizeof *locks);
  for (int i = 0; i < 3; i++) {
    pthread_mutex_init(&locks[i], 0);
    pthread_mutex_lock(&locks[i]);
    pthread_mutex_unlock(&locks[i]);
  }
  free(locks);
  return 0;
}
