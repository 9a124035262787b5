// Every thread has its own copy of a thread-local variable, with its own first value; `static` ones in functions too.
//@ verdict: TRUE
#include <assert.h>
#include <pthread.h>

static _Thread_local int mine = 3;
__thread int *where;
int *of_thread;

static int count(void) {
  static _Thread_local int calls;
  return ++calls;
}

void *run(void *argument) {
  assert(mine == 3 && where == 0 && count() == 1);
  mine = 4;
  where = &mine;
  of_thread = &mine;
  return 0;
}

int main(void) {
  pthread_t thread;
  mine = 5;
  assert(count() == 1 && count() == 2);
  pthread_create(&thread, 0, run, 0);
  pthread_join(thread, 0);
  assert(mine == 5 && where == 0 && count() == 3);
  assert(of_thread != &mine);
  return 0;
}
