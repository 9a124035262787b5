//@ verdict: TRUE
// Copy on write: a configuration is replaced, and readers count as users of the one that they read.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct config {
  int users;
  int low, high;
};

static struct config *current;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static struct config *make(int low, int high) {
  struct config *it = malloc(sizeof *it);
  it->users = 1;
  it->low = low;
  it->high = high;
  return it;
}

static void let_go(struct config *it) {
  pthread_mutex_lock(&lock);
  int is_last = --it->users == 0;
  pthread_mutex_unlock(&lock);
  if (is_last) free(it);
}

static void *reader(void *arg) {
  pthread_mutex_lock(&lock);
  struct config *it = current;
  it->users++;
  pthread_mutex_unlock(&lock);
  assert(it->low <= it->high);
  let_go(it);
  return arg;
}

/* Nobody changes a configuration that others may be reading; it is replaced. */
static void *writer(void *arg) {
  pthread_mutex_lock(&lock);
  struct config *old = current;
  current = make(old->low + 1, old->high + 1);
  pthread_mutex_unlock(&lock);
  let_go(old);
  return arg;
}

int main(void) {
  pthread_t one, two;
  current = make(0, 1);
  pthread_create(&one, NULL, reader, NULL);
  pthread_create(&two, NULL, writer, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  let_go(current);
  return 0;
}
