// So is a semaphore, which the library keeps.
//@ verdict: TRUE
//@ options: --allow initialised-again
//@ says: `initialised-again` is let pass
#include <assert.h>
#include <semaphore.h>

static sem_t places;

int main(void) {
  sem_init(&places, 0, 1);
  sem_init(&places, 0, 2);
  int value;
  sem_getvalue(&places, &value);
  assert(value == 2);
  return 0;
}
