//@ verdict: FALSE(reach)
//@ line: 22
// Who unlocks a mutex and locks it again in each round lets others in, although it changes nothing itself.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static atomic_int started;
static int flag;

static void *poller(void *unused) {
  pthread_mutex_lock(&m);
  started = 1;
  while (!flag) {
    pthread_mutex_unlock(&m);
    pthread_mutex_lock(&m);
  }
  pthread_mutex_unlock(&m);
  int seen = flag;
  (void)seen;
  assert(!"gets here");
  return 0;
}

static void *setter(void *unused) {
  while (!started) {
  }
  pthread_mutex_lock(&m);
  flag = 1;
  pthread_mutex_unlock(&m);
  return 0;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, 0, poller, 0);
  pthread_create(&two, 0, setter, 0);
  pthread_join(one, 0);
  pthread_join(two, 0);
  return 0;
}
