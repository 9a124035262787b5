//@ verdict: TRUE
// A callback and its context in a struct: it is called while nobody can unregister it.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct handler {
  void (*call)(void *);
  void *context;
};

static struct handler *handler;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void count(void *context) { ++*(int *)context; }

static void *fire(void *arg) {
  pthread_mutex_lock(&lock);
  if (handler) handler->call(handler->context);
  pthread_mutex_unlock(&lock);
  return arg;
}

static void *unregister(void *arg) {
  pthread_mutex_lock(&lock);
  struct handler *old = handler;
  handler = NULL;
  pthread_mutex_unlock(&lock);
  assert(*(int *)old->context <= 1);
  free(old->context);
  free(old);
  return arg;
}

int main(void) {
  pthread_t one, two;
  handler = malloc(sizeof *handler);
  handler->call = count;
  handler->context = calloc(1, sizeof(int));
  pthread_create(&one, NULL, fire, NULL);
  pthread_create(&two, NULL, unregister, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  return 0;
}
