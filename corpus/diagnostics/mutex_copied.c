// A mutex is not copied, not even inside of a struct.
//@ verdict: UNKNOWN(input)
//@ error: C0416
//@ line: 15
#include <pthread.h>

struct counter {
  pthread_mutex_t lock;
  int value;
};

int main(void) {
  struct counter a = {PTHREAD_MUTEX_INITIALIZER, 1};
  struct counter b;
  b = a;
  return b.value;
}
