//@ verdict: FALSE(reach)
// Attempts that fail store to two places in turn; the last one overwrites only one of them.
/* two nodes by nested loops: outer picks node, inner CAS; outcome depends on leftovers in own array */
#include <pthread.h>
#include <stdatomic.h>
#include <assert.h>
atomic_long head; long scratch[2]; int won = -1;
void *push(void *u) {
  int i = 0; long old;
  do {
    i = 1 - i;
    old = head;
    scratch[i] = old + 1;
  } while (!atomic_compare_exchange_strong(&head, &old, 100));
  won = i;
  return 0;
}
void *other(void *u) { head = 1; head = 2; return 0; }
int main(void) {
  pthread_t t, s;
  pthread_create(&t, 0, push, 0); pthread_create(&s, 0, other, 0);
  pthread_join(t, 0); pthread_join(s, 0);
  assert(!(won == 1 && scratch[0] != 0));
}
