// A list of routes that is read without a lock, in the style of RCU. A reader counts up when it enters the list and
// when it leaves, so an odd number means that it is inside. The writer unlinks a route, waits until all readers that
// may have seen it have left, and frees it. Here the first two are swapped: a reader that enters after the wait still
// finds the route, and looks at it when it is gone.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdlib.h>

#define READERS 2

struct route {
  int network, gateway;
  _Atomic(struct route *) next;
};

static _Atomic(struct route *) routes;
static atomic_uint visits[READERS];

static void add(int network, int gateway) {
  struct route *r = malloc(sizeof *r);
  r->network = network;
  r->gateway = gateway;
  atomic_init(&r->next, atomic_load(&routes));
  atomic_store(&routes, r);
}

// The gateway to a network, or -1 if there is no route.
static int look_up(int reader, int network) {
  int gateway = -1;
  atomic_fetch_add(&visits[reader], 1);
  for (struct route *r = atomic_load(&routes); r != NULL; r = atomic_load(&r->next)) {
    if (r->network == network) {
      gateway = r->gateway;
      break;
    }
  }
  atomic_fetch_add(&visits[reader], 1);
  return gateway;
}

// Waits until everybody who is inside now has left.
static void wait_for_readers(void) {
  for (int i = 0; i < READERS; i++) {
    unsigned before = atomic_load(&visits[i]);
    if (before % 2 == 1) {
      while (atomic_load(&visits[i]) == before)
        ;
    }
  }
}

static void drop(int network) {
  _Atomic(struct route *) *link = &routes;
  struct route *r = atomic_load(link);
  while (r != NULL && r->network != network) {
    link = &r->next;
    r = atomic_load(link);
  }
  if (r == NULL) return;
  wait_for_readers();
  atomic_store(link, atomic_load(&r->next));
  free(r);
}

static void *reader(void *id) {
  int me = (int)(long)id;
  int gateway = look_up(me, 10);
  assert(gateway == 1);
  gateway = look_up(me, 20);
  assert(gateway == 2 || gateway == -1);
  return NULL;
}

int main(void) {
  add(10, 1);
  add(20, 2);
  pthread_t threads[READERS];
  for (long i = 0; i < READERS; i++) pthread_create(&threads[i], NULL, reader, (void *)i);
  drop(20);
  for (int i = 0; i < READERS; i++) pthread_join(threads[i], NULL);
  drop(10);
  return 0;
}
