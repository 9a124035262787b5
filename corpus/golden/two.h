// A thread each for `one` and `two`; main does nothing else.
#include <pthread.h>

void *one(void *unused);
void *two(void *unused);

int main(void) {
  pthread_t first, second;
  pthread_create(&first, 0, one, 0);
  pthread_create(&second, 0, two, 0);
  pthread_join(first, 0);
  pthread_join(second, 0);
  return 0;
}
