#include "common.h"
#ifndef N
#define N 3
#endif
int q[N];
int head, tail;
pthread_mutex_t m;
void *enq(void *a) {
  for (int i = 0; i < N; i++) {
    pthread_mutex_lock(&m);
    q[tail] = i + 10;
    tail = tail + 1;
    pthread_mutex_unlock(&m);
  }
  return 0;
}
void *deq(void *a) {
  int last = 9;
  for (int i = 0; i < N; i++) {
    pthread_mutex_lock(&m);
    if (head < tail) {
      int v = q[head];
      head = head + 1;
#ifdef BUG
      assert(v == i + 10);
#else
      assert(v == last + 1);
#endif
      last = v;
    }
    pthread_mutex_unlock(&m);
  }
  return 0;
}
int main() {
  pthread_t a, b;
  pthread_mutex_init(&m, 0);
  pthread_create(&a, 0, enq, 0);
  pthread_create(&b, 0, deq, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
