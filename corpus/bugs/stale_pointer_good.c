//@ verdict: TRUE
// The pointer is read and used in the same critical section.
#include <pthread.h>
#include <stdlib.h>

struct session {
  int hits;
};
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct session *current;

static void *visit(void *arg) {
  pthread_mutex_lock(&lock);
  struct session *mine = current;
  if (mine) mine->hits++;
  pthread_mutex_unlock(&lock);
  return arg;
}

static void *log_out(void *arg) {
  pthread_mutex_lock(&lock);
  free(current);
  current = NULL;
  pthread_mutex_unlock(&lock);
  return arg;
}

int main(void) {
  current = malloc(sizeof *current);
  current->hits = 0;
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, visit, NULL);
  pthread_create(&threads[1], NULL, log_out, NULL);
  pthread_join(threads[0], NULL);
  pthread_join(threads[1], NULL);
  return 0;
}
