//@ verdict: TRUE(bounded)
//@ says: no thread gets the handle of one that was joined for the comparison at
// The handle of a thread that was joined may be that of the next one: the assertion can fail, and this is said.
#include <assert.h>
#include <pthread.h>

static void *nothing(void *unused) {
  return 0;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, 0, nothing, 0);
  pthread_join(one, 0);
  pthread_create(&two, 0, nothing, 0);
  assert(!pthread_equal(one, two));
  pthread_join(two, 0);
  return 0;
}
