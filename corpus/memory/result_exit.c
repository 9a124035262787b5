// The result is handed over by pthread_exit from deep inside, as a struct on the heap.
//@ verdict: TRUE
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct outcome {
  int code;
  const char *text;
};

static void give_up(int code) {
  struct outcome *it = malloc(sizeof *it);
  it->code = code;
  it->text = "no luck";
  pthread_exit(it);
}

void *run(void *argument) {
  if (argument) give_up(3);
  return 0;
}

int main(void) {
  pthread_t thread;
  void *result;
  pthread_create(&thread, 0, run, (void *)1);
  pthread_join(thread, &result);
  struct outcome *it = result;
  assert(it && it->code == 3 && it->text[3] == 'l');
  free(it);
  return 0;
}
