//@ verdict: TRUE
// A vector that grows by realloc: an item is read while nobody can make the vector grow.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct vector {
  pthread_mutex_t lock;
  int *items;
  int size;
};

static struct vector vector = {PTHREAD_MUTEX_INITIALIZER, NULL, 0};

/* Room for one item at first, and for two as soon as they are needed. */
static void append(int item) {
  pthread_mutex_lock(&vector.lock);
  if (vector.size == 1) vector.items = realloc(vector.items, 2 * sizeof *vector.items);
  vector.items[vector.size++] = item;
  pthread_mutex_unlock(&vector.lock);
}

static void *appender(void *arg) {
  append(2);
  return arg;
}

static void *reader(void *arg) {
  pthread_mutex_lock(&vector.lock);
  int *first = &vector.items[0];
  int value = *first;
  pthread_mutex_unlock(&vector.lock);
  assert(value == 1);
  return arg;
}

int main(void) {
  pthread_t one, two;
  vector.items = malloc(sizeof *vector.items);
  append(1);
  pthread_create(&one, NULL, appender, NULL);
  pthread_create(&two, NULL, reader, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  assert(vector.size == 2);
  free(vector.items);
  return 0;
}
