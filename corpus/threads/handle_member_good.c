// A handle in a local struct that the thread is given, and in an array: the thread finds its own in both.
//@ verdict: TRUE or open
#include <assert.h>
#include <pthread.h>

struct job {
  int number;
  pthread_t thread;
};

static pthread_t all[2];

static void *named(void *argument) {
  struct job *job = argument;
  assert(pthread_equal(job->thread, pthread_self()));
  return 0;
}

static void *numbered(void *argument) {
  assert(pthread_equal(all[*(int *)argument], pthread_self()));
  return 0;
}

static void start(pthread_t *thread, void *(*run)(void *), void *argument) { pthread_create(thread, 0, run, argument); }

int main(void) {
  struct job job = {1, 0};
  start(&job.thread, named, &job);
  pthread_create(&all[job.number], 0, numbered, &job.number);
  pthread_join(job.thread, 0);
  pthread_join(all[1], 0);
  return 0;
}
