//@ verdict: TRUE
#include <assert.h>
#include <pthread.h>
int x, y = 5;
static void move(int *to, int *from) { *to = (*from)++; }
static void copy(char *to, const char *from) {
  while ((*to++ = *from++))
    ;
}
static void *mover(void *unused) {
  move(&x, &y);
  return unused;
}
int main(void) {
  pthread_t thread;
  char text[4];
  pthread_create(&thread, 0, mover, 0);
  pthread_join(thread, 0);
  assert(x == 5 && y == 6);
  copy(text, "abc");
  assert(text[2] == 'c' && !text[3]);
  return 0;
}
