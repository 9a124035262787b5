//@ verdict: FALSE(reach)
//@ line: 22
// Each number is read under a mutex, and they are read one after the other.
#include <assert.h>
#include <pthread.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int f, g;
static int get(int *from) {
  pthread_mutex_lock(&lock);
  int it = *from;
  pthread_mutex_unlock(&lock);
  return it;
}
static void *writer(void *unused) {
  pthread_mutex_lock(&lock); g = 1; pthread_mutex_unlock(&lock);
  pthread_mutex_lock(&lock); f = 1; pthread_mutex_unlock(&lock);
  return unused;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, writer, 0);
  int seen = 10 * get(&f) + get(&g); assert(seen != 10);
  pthread_join(thread, 0);
  return 0;
}
