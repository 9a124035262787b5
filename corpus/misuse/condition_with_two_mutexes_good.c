//@ verdict: TRUE
// A condition variable is used with one mutex, and when all who waited are back, with another.
#include <pthread.h>

static pthread_mutex_t one = PTHREAD_MUTEX_INITIALIZER, two = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int first, second;

static void *set_first(void *unused) {
  pthread_mutex_lock(&one);
  first = 1;
  pthread_cond_signal(&changed);
  pthread_mutex_unlock(&one);
  return unused;
}

static void *set_second(void *unused) {
  pthread_mutex_lock(&two);
  second = 1;
  pthread_cond_signal(&changed);
  pthread_mutex_unlock(&two);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, set_first, 0);
  pthread_mutex_lock(&one);
  while (!first) pthread_cond_wait(&changed, &one);
  pthread_mutex_unlock(&one);
  pthread_join(thread, 0);
  pthread_create(&thread, 0, set_second, 0);
  pthread_mutex_lock(&two);
  while (!second) pthread_cond_wait(&changed, &two);
  pthread_mutex_unlock(&two);
  pthread_join(thread, 0);
  return 0;
}
