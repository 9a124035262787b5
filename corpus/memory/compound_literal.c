// The argument is a compound literal, which lives as long as the block around it: too short.
//@ verdict: FALSE(memory,race)
//@ line: 14
//@ says: use after
#include <pthread.h>

struct range {
  int from, to;
};
pthread_t thread;

void *length(void *argument) {
  struct range *it = argument;
  return (void *)(long)(it->to - it->from);
}

int main(void) {
  if (1) {
    pthread_create(&thread, 0, length, &(struct range){.to = 3, .from = 1});
  }
  pthread_join(thread, 0);
  return 0;
}
