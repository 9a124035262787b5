//@ verdict: FALSE(reach,memory,race)
// A list with a mutex in each node: who goes on lets go of the last one first, and the next one may be gone by then.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct node {
  int key;
  struct node *next;
  pthread_mutex_t lock;
};

static struct node head;

static struct node *make(int key, struct node *next) {
  struct node *it = malloc(sizeof *it);
  it->key = key;
  it->next = next;
  pthread_mutex_init(&it->lock, NULL);
  return it;
}

/* Takes the node with this key out of the list and frees it. */
static void *take_out(void *key) {
  struct node *before = &head;
  pthread_mutex_lock(&before->lock);
  struct node *it = before->next;
  while (it) {
    pthread_mutex_unlock(&before->lock);
    pthread_mutex_lock(&it->lock);
    pthread_mutex_lock(&before->lock);
    if (it->key == (int)(long)key) {
      before->next = it->next;
      pthread_mutex_unlock(&it->lock);
      pthread_mutex_destroy(&it->lock);
      free(it);
      break;
    }
    pthread_mutex_unlock(&before->lock);
    before = it;
    it = it->next;
  }
  pthread_mutex_unlock(&before->lock);
  return NULL;
}

int main(void) {
  pthread_t first, second;
  pthread_mutex_init(&head.lock, NULL);
  head.next = make(1, make(2, NULL));
  pthread_create(&first, NULL, take_out, (void *)1);
  pthread_create(&second, NULL, take_out, (void *)2);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  assert(!head.next);
  return 0;
}
