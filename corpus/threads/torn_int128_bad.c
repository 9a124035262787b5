// A 128-bit integer is written in two steps, and somebody looks in between.
//@ verdict: FALSE(reach,race)
#include <assert.h>
#include <pthread.h>

static unsigned __int128 both;

static void *write(void *unused) {
  (void)unused;
  both = ~(unsigned __int128)0;
  return 0;
}

int main(void) {
  pthread_t writer;
  pthread_create(&writer, 0, write, 0);
  unsigned __int128 seen = both;
  assert(seen == 0 || ~seen == 0);
  pthread_join(writer, 0);
  return 0;
}
