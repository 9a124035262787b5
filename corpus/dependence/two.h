// A thread each for `one` and `two`; main does nothing but call `prepare`, if there is one, before it starts them.
#include <pthread.h>
#include <stdatomic.h>

void *one(void *unused);
void *two(void *unused);
#ifdef PREPARE
static void prepare(void);
#endif

int main(void) {
  pthread_t first, second;
#ifdef PREPARE
  prepare();
#endif
  pthread_create(&first, 0, one, 0);
  pthread_create(&second, 0, two, 0);
  pthread_join(first, 0);
  pthread_join(second, 0);
  return 0;
}
