// Thread functions of other types than void *(void *), as old programs have them.
//@ verdict: TRUE
#include <assert.h>
#include <pthread.h>

int last;

void *without_parameters() {
  last = 1;
  return 0;
}
void without_result(void *argument) { last = 2; }

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, without_parameters, 0);
  pthread_join(thread, 0);
  assert(last == 1);
  pthread_create(&thread, 0, (void *(*)(void *))without_result, 0);
  pthread_join(thread, 0);
  assert(last == 2);
  return 0;
}
