//@ verdict: FALSE(memory) or open
//@ line: 11
//@ says: a pointer is moved out of its object, and not to its end
// How far the thread goes is not known before it runs.
#include <pthread.h>
#include <stdlib.h>

static int count = 4;

static void *more(void *unused) { count++; return 0; }
static int *end_of(int *numbers) { return numbers + count; }

int main(void) {
  pthread_t thread;
  int *numbers = calloc(count, sizeof *numbers);
  pthread_create(&thread, 0, more, 0);
  pthread_join(thread, 0);
  int is_end = end_of(numbers) == numbers;
  free(numbers);
  return is_end;
}
