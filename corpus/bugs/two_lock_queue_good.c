//@ verdict: TRUE
// A queue with a lock at each end; the link where the ends may meet is an atomic.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

struct node {
  int value;
  _Atomic(struct node *) next;
};
static struct node dummy, one;
static struct node *head = &dummy, *tail = &dummy;
static pthread_mutex_t head_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t tail_lock = PTHREAD_MUTEX_INITIALIZER;

static void *put(void *arg) {
  one.value = 4;
  pthread_mutex_lock(&tail_lock);
  tail->next = &one;
  tail = &one;
  pthread_mutex_unlock(&tail_lock);
  return arg;
}

static void *get(void *arg) {
  pthread_mutex_lock(&head_lock);
  struct node *first = head->next;
  if (first) {
    assert(first->value == 4);
    head = first;
  }
  pthread_mutex_unlock(&head_lock);
  return arg;
}

int main(void) {
  pthread_t t1, t2;
  pthread_create(&t1, NULL, put, NULL);
  pthread_create(&t2, NULL, get, NULL);
  pthread_join(t1, NULL);
  pthread_join(t2, NULL);
  return 0;
}
