// pthread_exit ends the local variables of all functions it leaves: main gets a pointer to one that is gone.
// Not modelled for the functions that call the one with pthread_exit; the verdict says so.
//@ verdict: TRUE(bounded)
//@ says: live on
#include <pthread.h>

static void leave(int *result) { pthread_exit(result); }

void *compute(void *unused) {
  int result = 42;
  leave(&result);
  return 0;
}

int main(void) {
  pthread_t thread;
  void *result;
  pthread_create(&thread, 0, compute, 0);
  pthread_join(thread, &result);
  return *(int *)result;
}
