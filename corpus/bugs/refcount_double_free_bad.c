//@ verdict: FALSE(memory)
//@ line: 17
//@ says: double free
// The count is lowered in one critical section and tested in another: both threads can find it 0, and both free.
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int references = 2;
static char *text;

static void *user(void *arg) {
  pthread_mutex_lock(&lock);
  references--;
  pthread_mutex_unlock(&lock);
  pthread_mutex_lock(&lock);
  if (references == 0) free(text);
  pthread_mutex_unlock(&lock);
  return arg;
}

int main(void) {
  text = malloc(8);
  pthread_t first, second;
  pthread_create(&first, 0, user, 0);
  pthread_create(&second, 0, user, 0);
  pthread_join(first, 0);
  pthread_join(second, 0);
  return 0;
}
