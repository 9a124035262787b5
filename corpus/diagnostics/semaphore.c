// Semaphores are not supported yet.
//@ verdict: UNKNOWN(input)
//@ error: C0413
//@ line: 11
#include <semaphore.h>

sem_t items;

int main(void) {
  sem_init(&items, 0, 1);
  sem_wait(&items);
  return 0;
}
