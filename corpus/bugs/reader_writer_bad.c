//@ verdict: FALSE(reach)
//@ line: 16
// The reader looks whether somebody writes, and only then announces itself; the writer can slip in between.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int readers, writing;
static atomic_int width = 2, height = 2;

static void *reader(void *arg) {
  while (atomic_load(&writing)) ;
  atomic_fetch_add(&readers, 1);
  int w = atomic_load(&width), h = atomic_load(&height);
  assert(w == h);
  atomic_fetch_sub(&readers, 1);
  return arg;
}

static void *writer(void *arg) {
  while (atomic_load(&readers) > 0) ;
  atomic_store(&writing, 1);
  atomic_store(&width, 3);
  atomic_store(&height, 3);
  atomic_store(&writing, 0);
  return arg;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, 0, reader, 0);
  pthread_create(&second, 0, writer, 0);
  pthread_join(first, 0);
  pthread_join(second, 0);
  return 0;
}
