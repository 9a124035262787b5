//@ verdict: FALSE(reach)
//@ line: 40
// Two additions and a doubling under a mutex. The six orders share states on the way, and only one ends with 5: plus two,
// doubled, plus one.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int x;

static void *one(void *unused) {
  pthread_mutex_lock(&lock);
  x += 1;
  pthread_mutex_unlock(&lock);
  return unused;
}

static void *two(void *unused) {
  pthread_mutex_lock(&lock);
  x += 2;
  pthread_mutex_unlock(&lock);
  return unused;
}

static void *twice(void *unused) {
  pthread_mutex_lock(&lock);
  x *= 2;
  pthread_mutex_unlock(&lock);
  return unused;
}

int main(void) {
  pthread_t threads[3];
  pthread_create(&threads[0], 0, one, 0);
  pthread_create(&threads[1], 0, two, 0);
  pthread_create(&threads[2], 0, twice, 0);
  for (int i = 0; i < 3; i++) {
    pthread_join(threads[i], 0);
  }
  assert(x != 5);
  return 0;
}
