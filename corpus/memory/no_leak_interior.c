// Objects that are kept in a list of embedded links are reachable through pointers into their middle.
//@ verdict: TRUE
#include <pthread.h>
#include <stdlib.h>

struct link {
  struct link *next;
};
struct job {
  long number;
  struct link link;
};
struct link *jobs;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void *add(void *unused) {
  struct job *job = malloc(sizeof *job);
  pthread_mutex_lock(&lock);
  job->link.next = jobs;
  jobs = &job->link;
  pthread_mutex_unlock(&lock);
  return 0;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, add, 0);
  add(0);
  pthread_join(thread, 0);
  return 0;
}
