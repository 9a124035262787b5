//@ verdict: TRUE
// A packet that comes too late is destroyed with its payload.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct packet {
  char *payload;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct packet *queue;
static int is_closed;

static void destroy(struct packet *it) {
  if (it) free(it->payload);
  free(it);
}

static void *sender(void *arg) {
  struct packet *it = malloc(sizeof *it);
  it->payload = malloc(4);
  it->payload[0] = 'x';
  pthread_mutex_lock(&lock);
  if (is_closed) {
    pthread_mutex_unlock(&lock);
    destroy(it);
    return arg;
  }
  queue = it;
  pthread_mutex_unlock(&lock);
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, sender, NULL);
  pthread_mutex_lock(&lock);
  is_closed = 1;
  struct packet *left = queue;
  queue = NULL;
  pthread_mutex_unlock(&lock);
  destroy(left);
  pthread_join(thread, NULL);
  return 0;
}
