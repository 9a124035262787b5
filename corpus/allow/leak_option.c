// Memory that is lost is let pass, and nothing else is.
//@ verdict: TRUE
//@ options: --allow leak
//@ says: `leak` is let pass at
#include <pthread.h>
#include <stdlib.h>

static void *work(void *unused) {
  int *p = malloc(sizeof *p);
  *p = 1;
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, work, 0);
  work(0);
  pthread_join(thread, 0);
  return 0;
}
