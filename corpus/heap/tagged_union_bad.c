//@ verdict: FALSE(memory)
// A union with a tag, a number or a pointer: the tag is read under one lock and believed under the next, and a number is
// taken for a pointer.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct value {
  enum { NUMBER, TEXT } tag;
  union {
    long number;
    char *text;
  };
};

static struct value shared;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *set_number(void *arg) {
  pthread_mutex_lock(&lock);
  if (shared.tag == TEXT) free(shared.text);
  shared.tag = NUMBER;
  shared.number = 7;
  pthread_mutex_unlock(&lock);
  return arg;
}

static void *shout(void *arg) {
  pthread_mutex_lock(&lock);
  int is_text = shared.tag == TEXT;
  pthread_mutex_unlock(&lock);
  pthread_mutex_lock(&lock);
  if (is_text) shared.text[0] = 'A';
  pthread_mutex_unlock(&lock);
  return arg;
}

int main(void) {
  pthread_t one, two;
  shared.tag = TEXT;
  shared.text = malloc(2);
  shared.text[0] = 'a';
  shared.text[1] = 0;
  pthread_create(&one, NULL, set_number, NULL);
  pthread_create(&two, NULL, shout, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  assert(shared.tag == NUMBER && shared.number == 7);
  return 0;
}
