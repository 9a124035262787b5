//@ verdict: TRUE
// Each worker gets a struct of its own and frees it; main looks at it before it gives it away.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct request {
  int number;
  int answer;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int sum;

/* The request belongs to the worker, which frees it. */
static void *work(void *arg) {
  struct request *it = arg;
  it->answer = it->number * 2;
  pthread_mutex_lock(&lock);
  sum += it->answer;
  pthread_mutex_unlock(&lock);
  free(it);
  return NULL;
}

int main(void) {
  pthread_t threads[2];
  int numbers = 0;
  for (int i = 0; i < 2; i++) {
    struct request *it = malloc(sizeof *it);
    it->number = i + 1;
    numbers += it->number;
    pthread_create(&threads[i], NULL, work, it);
  }
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  assert(sum == 2 * numbers);
  return 0;
}
