// Local mutexes that are initialised, in both ways, and a static one that is all zeros.
//@ verdict: TRUE
#include <pthread.h>

static pthread_mutex_t zeros;

int main(void) {
  pthread_mutex_t one, two = PTHREAD_MUTEX_INITIALIZER;
  pthread_mutex_init(&one, 0);
  pthread_mutex_lock(&one);
  pthread_mutex_lock(&two);
  pthread_mutex_lock(&zeros);
  pthread_mutex_unlock(&zeros);
  pthread_mutex_unlock(&two);
  pthread_mutex_unlock(&one);
  pthread_mutex_destroy(&one);
  return 0;
}
