//@ verdict: TRUE
// A search tree: the place of a new node is looked for and used under one lock.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct node {
  int key;
  struct node *left, *right;
};

static struct node *root;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static struct node **place_of(int key) {
  struct node **at = &root;
  while (*at) at = key < (*at)->key ? &(*at)->left : &(*at)->right;
  return at;
}

static void *insert(void *arg) {
  struct node *it = malloc(sizeof *it);
  it->key = (int)(long)arg;
  it->left = it->right = NULL;
  pthread_mutex_lock(&lock);
  struct node **at = place_of(it->key);
  *at = it;
  pthread_mutex_unlock(&lock);
  return NULL;
}

static int clear(struct node *it) {
  if (!it) return 0;
  int count = 1 + clear(it->left) + clear(it->right);
  free(it);
  return count;
}

int main(void) {
  pthread_t one, two;
  insert((void *)5);
  pthread_create(&one, NULL, insert, (void *)3);
  pthread_create(&two, NULL, insert, (void *)4);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  clear(root);
  root = NULL;
  return 0;
}
