// The sibling of null_reset.c: one load for the check and the access.
//@ verdict: TRUE
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

struct session {
  int id, user;
} session = {1, 2};
struct session *_Atomic current = &session;

void *show(void *unused) {
  struct session *it = current;
  return it ? (void *)(long)it->user : 0;
}

int main(void) {
  pthread_t thread;
  void *user;
  pthread_create(&thread, 0, show, 0);
  current = 0;
  pthread_join(thread, &user);
  assert(!user || (long)user == 2);
  return 0;
}
