//@ verdict: TRUE
#include <pthread.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int number;
static int take(void) { return pthread_mutex_lock(&lock); }
static void *writer(void *unused) {
  take();
  number = 1;
  pthread_mutex_unlock(&lock);
  return unused;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, writer, 0);
  int found = take();
  found = found + number;
  pthread_mutex_unlock(&lock);
  pthread_join(thread, 0);
  return found - found;
}
