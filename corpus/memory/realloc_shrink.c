// realloc to a smaller size keeps what fits; the byte behind it is out of bounds for the thread that knew the old size.
//@ verdict: FALSE(memory)
//@ line: 12
//@ says: out of bounds
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

void *last_of_two(void *argument) {
  char *text = argument;
  assert(text[0] == 'a');
  return (void *)(long)text[1];
}

int main(void) {
  pthread_t thread;
  char *text = malloc(2);
  text[0] = 'a';
  text[1] = 'b';
  text = realloc(text, 1);
  pthread_create(&thread, 0, last_of_two, text);
  pthread_join(thread, 0);
  free(text);
  return 0;
}
