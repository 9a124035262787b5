//@ verdict: TRUE
// A box for one letter: the letter is put in and the old one taken out in one step.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct letter {
  int text;
};

static _Atomic(struct letter *) box;

static struct letter *write_letter(int text) {
  struct letter *it = malloc(sizeof *it);
  it->text = text;
  return it;
}

/* Puts a letter into the box, and throws away an old one that nobody has fetched. */
static void deliver(int text) {
  free(atomic_exchange(&box, write_letter(text)));
}

static void *sender(void *arg) {
  deliver(1);
  return arg;
}

static void *receiver(void *arg) {
  struct letter *it = atomic_exchange(&box, NULL);
  if (it) free(it);
  return arg;
}

int main(void) {
  pthread_t one, two;
  deliver(0);
  pthread_create(&one, NULL, sender, NULL);
  pthread_create(&two, NULL, receiver, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  free(atomic_load(&box));
  return 0;
}
