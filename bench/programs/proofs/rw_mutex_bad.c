// A readers-writer lock with a count of readers behind a mutex, forever.
// The writer writes while there is one reader.
//@ verdict: FALSE(reach)
#include <assert.h>
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int readers;
_Atomic int writing;

static void *reader(void *arg) {
  while (1) {
    pthread_mutex_lock(&m);
    readers++;
    pthread_mutex_unlock(&m);
    assert(!writing);
    pthread_mutex_lock(&m);
    readers--;
    pthread_mutex_unlock(&m);
  }
  return arg;
}

static void *writer(void *arg) {
  while (1) {
    pthread_mutex_lock(&m);
    if (readers <= 1) { // BUG: one reader is one too many.
      writing = 1;
      writing = 0;
    }
    pthread_mutex_unlock(&m);
  }
  return arg;
}

int main(void) {
  pthread_t t1, t2, t3;
  pthread_create(&t1, 0, reader, 0);
  pthread_create(&t2, 0, reader, 0);
  pthread_create(&t3, 0, writer, 0);
  pthread_join(t1, 0);
  pthread_join(t2, 0);
  pthread_join(t3, 0);
  return 0;
}
