// The pointer is checked, reset by the other thread, and then followed.
//@ verdict: FALSE(memory) without race
//@ line: 14
//@ says: null
#include <pthread.h>

struct session {
  int id, user;
} session = {1, 2};
struct session *volatile current = &session;

void *show(void *unused) {
  if (!current) return 0;
  return (void *)(long)current->user;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, show, 0);
  current = 0;
  pthread_join(thread, 0);
  return 0;
}
