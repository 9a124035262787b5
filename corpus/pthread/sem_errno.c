//@ verdict: TRUE
// What went wrong is in errno.
#include <assert.h>
#include <errno.h>
#include <semaphore.h>
static sem_t places;
int main(void) {
  struct timespec until = {0, 0};
  sem_init(&places, 0, 0);
  assert(sem_trywait(&places) == -1 && errno == EAGAIN);
  assert(sem_timedwait(&places, &until) == -1 && errno == ETIMEDOUT);
  assert(sem_init(&places, 0, 0x80000000u) == -1 && errno == EINVAL);
  return 0;
}
