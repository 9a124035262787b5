/* three threads add to a value in at most N attempts each: look at the version, at the value, at the
 * version again, and write both if nobody was faster */
#include "bench.h"
sh version, value;
void *add(void *_) {
  for (int k = 0; k < N; k++) {
    int before = L(version);
    int x = L(value);
    if (L(version) == before) {
      S(value, x + 1);
      S(version, before + 1);
      break;
    }
  }
  return 0;
}
int main(void) {
  pthread_t t[3];
  S(version, 0);
  S(value, 0);
  for (long k = 0; k < 3; k++)
    spawn(&t[k], add, k);
  for (long k = 0; k < 3; k++)
    pthread_join(t[k], 0);
  int x = L(value);
  assert(x >= 1 && x <= 3);
  return 0;
}
