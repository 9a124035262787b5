// Joining through a handle that no pthread_create has set.
//@ verdict: FALSE(memory)
//@ line: 10
//@ says: join
#include <pthread.h>

pthread_t never_started;

int main(void) {
  pthread_join(never_started, 0);
  return 0;
}
