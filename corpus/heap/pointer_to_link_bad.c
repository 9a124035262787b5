//@ verdict: FALSE(memory,race)
//@ says: use after free
// Nodes are taken out of a list by the pointer that points to them, which may be in a node that has gone in the meantime.
#include <pthread.h>
#include <stdlib.h>

struct node {
  int key;
  struct node *next;
};

static struct node *list;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static struct node *make(int key, struct node *next) {
  struct node *it = malloc(sizeof *it);
  it->key = key;
  it->next = next;
  return it;
}

/* The pointer that points to the node with this key, or the last one. */
static struct node **link_to(int key) {
  struct node **link = &list;
  while (*link && (*link)->key != key) link = &(*link)->next;
  return link;
}

static void *take_out(void *key) {
  pthread_mutex_lock(&lock);
  struct node **link = link_to((int)(long)key);
  pthread_mutex_unlock(&lock);
  pthread_mutex_lock(&lock);
  struct node *it = *link;
  if (it) *link = it->next;
  pthread_mutex_unlock(&lock);
  free(it);
  return NULL;
}

int main(void) {
  pthread_t thread;
  list = make(1, make(2, NULL));
  pthread_create(&thread, NULL, take_out, (void *)1);
  take_out((void *)2);
  pthread_join(thread, NULL);
  return 0;
}
