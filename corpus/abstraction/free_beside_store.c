// Whether main's store comes before the free decides how far main gets, whatever is stored.
//@ verdict: FALSE(reach,memory,race)
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
void *release(void *it) { free(it); return 0; }
int main(void) {
  int *it = malloc(sizeof *it);
  pthread_t t;
  pthread_create(&t, 0, release, it);
  *it = 1;
  assert(0);
  return 0;
}
