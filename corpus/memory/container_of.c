// A list of embedded links: the thread gets a link and finds the object around it.
//@ verdict: TRUE
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <stdlib.h>

#define container_of(pointer, type, member) ((type *)((char *)(pointer) - offsetof(type, member)))

struct link {
  struct link *next;
};
struct job {
  int number;
  struct link link;
};
struct link *jobs;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void *work(void *argument) {
  long sum = 0;
  pthread_mutex_lock(&lock);
  struct link *it = jobs;
  if (it) jobs = it->next;
  pthread_mutex_unlock(&lock);
  if (it) {
    struct job *job = container_of(it, struct job, link);
    sum = job->number;
    free(job);
  }
  return (void *)sum;
}

int main(void) {
  pthread_t thread;
  void *theirs;
  for (int i = 1; i <= 2; i++) {
    struct job *job = malloc(sizeof *job);
    job->number = i;
    job->link.next = jobs;
    jobs = &job->link;
  }
  pthread_create(&thread, 0, work, 0);
  long mine = (long)work(0);
  pthread_join(thread, &theirs);
  assert(mine + (long)theirs == 3 && !jobs);
  return 0;
}
