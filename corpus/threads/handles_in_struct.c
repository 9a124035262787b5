// Each worker is a struct with its handle, its input and its output; the thread gets a pointer to it.
//@ verdict: TRUE
#include <assert.h>
#include <pthread.h>

struct worker {
  pthread_t thread;
  int input;
  int output;
};

void *square(void *argument) {
  struct worker *worker = argument;
  worker->output = worker->input * worker->input;
  return 0;
}

int main(void) {
  struct worker workers[2] = {{.input = 3}, {.input = -4}};
  for (int i = 0; i < 2; i++) pthread_create(&workers[i].thread, 0, square, &workers[i]);
  for (int i = 0; i < 2; i++) pthread_join(workers[i].thread, NULL);
  assert(workers[0].output == 9 && workers[1].output == 16);
  return 0;
}
