//@ verdict: TRUE(bounded)
//@ options: --steps 12
// Each of two loops lets the other one go on; there is no deadlock.
#include <pthread.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int flag;
void *waiter(void *u) { int r; do { pthread_mutex_lock(&m); r = flag; pthread_mutex_unlock(&m); } while (!r); return 0; }
int main(void) {
  pthread_t t; pthread_create(&t, 0, waiter, 0);
  while (pthread_mutex_trylock(&m) == 0)   /* until somebody is seen at work */
    pthread_mutex_unlock(&m);
  pthread_mutex_lock(&m); flag = 1; pthread_mutex_unlock(&m);
  pthread_join(t, 0);
}
