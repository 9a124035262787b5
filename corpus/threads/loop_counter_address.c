// The classic: every thread gets the address of the same loop counter and may see it after it has moved on.
//@ verdict: FALSE(reach) without race
//@ line: 21
//@ says: seen[0] + seen[1] == 1
#include <assert.h>
#include <pthread.h>

int seen[2];

void *record(void *argument) {
  int index = *(int *)argument;
  if (index < 2) seen[index] = index;
  return 0;
}

int main(void) {
  pthread_t thread[2];
  int i;
  for (i = 0; i < 2; i++) pthread_create(&thread[i], 0, record, &i);
  for (i = 0; i < 2; i++) pthread_join(thread[i], 0);
  assert(seen[0] + seen[1] == 1);
  return 0;
}
