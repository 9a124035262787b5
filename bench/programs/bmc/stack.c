#include "common.h"
#ifndef N
#define N 3
#endif
int st[N];
int top;
int flag;
pthread_mutex_t m;
void *push(void *a) {
  for (int i = 0; i < N; i++) {
    pthread_mutex_lock(&m);
    assert(top < N);
    st[top] = i + 1;
    top = top + 1;
    flag = 1;
    pthread_mutex_unlock(&m);
  }
  return 0;
}
void *pop(void *a) {
  for (int i = 0; i < N; i++) {
    pthread_mutex_lock(&m);
#ifdef BUG
    if (flag)
#else
    if (top > 0)
#endif
    {
      assert(top > 0);
      top = top - 1;
      assert(st[top] != 0);
    }
    pthread_mutex_unlock(&m);
  }
  return 0;
}
int main() {
  pthread_t a, b;
  pthread_mutex_init(&m, 0);
  pthread_create(&a, 0, push, 0);
  pthread_create(&b, 0, pop, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
