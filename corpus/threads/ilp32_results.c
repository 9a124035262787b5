// Arguments, results and handles where pointers have 32 bits.
//@ verdict: TRUE
//@ options: --data-model ilp32
#include <assert.h>
#include <pthread.h>

struct job {
  pthread_t thread;
  int *target;
};
int cells[2];

void *run(void *argument) {
  struct job *job = argument;
  *job->target += 7;
  return job->target;
}

int main(void) {
  struct job jobs[2];
  for (int i = 0; i < 2; i++) {
    jobs[i].target = &cells[i];
    pthread_create(&jobs[i].thread, 0, run, &jobs[i]);
  }
  for (int i = 0; i < 2; i++) {
    void *result;
    pthread_join(jobs[i].thread, &result);
    assert((int *)result - cells == i && *(int *)result == 7);
  }
  assert(sizeof(struct job) == 8);
  return 0;
}
