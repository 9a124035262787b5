//@ verdict: FALSE(memory,race)
// Sessions count their users. Who looks one up becomes a user when the table is no longer locked: it may have ended.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct session {
  atomic_int users;
  int requests;
};

static pthread_mutex_t table_lock = PTHREAD_MUTEX_INITIALIZER;
static struct session *table[1];

static struct session *get(int id) {
  pthread_mutex_lock(&table_lock);
  struct session *it = table[id];
  pthread_mutex_unlock(&table_lock);
  if (it) atomic_fetch_add(&it->users, 1);
  return it;
}

static void put(struct session *it) {
  if (atomic_fetch_sub(&it->users, 1) == 1) free(it);
}

static void *serve(void *arg) {
  struct session *it = get(0);
  if (it) {
    it->requests++;
    put(it);
  }
  return arg;
}

static void *close_session(void *arg) {
  pthread_mutex_lock(&table_lock);
  struct session *it = table[0];
  table[0] = NULL;
  pthread_mutex_unlock(&table_lock);
  put(it);
  return arg;
}

int main(void) {
  pthread_t server, closer;
  table[0] = malloc(sizeof *table[0]);
  atomic_init(&table[0]->users, 1);
  table[0]->requests = 0;
  pthread_create(&server, NULL, serve, NULL);
  pthread_create(&closer, NULL, close_session, NULL);
  pthread_join(server, NULL);
  pthread_join(closer, NULL);
  return 0;
}
