// The sibling of container_of.c that frees the link instead of the object around it.
//@ verdict: FALSE(memory)
//@ line: 18
//@ says: byte 8 of `heap@24`
#include <pthread.h>
#include <stdlib.h>

struct link {
  struct link *next;
};
struct job {
  int number;
  struct link link;
};

void *work(void *argument) {
  struct link *it = argument;
  free(it);
  return 0;
}

int main(void) {
  pthread_t thread;
  struct job *job = calloc(1, sizeof *job);
  pthread_create(&thread, 0, work, &job->link);
  pthread_join(thread, 0);
  return 0;
}
