// A motor and a door of an elevator with four floors and unknown buttons, forever.
// It does not move with an open door, and stays between the floors 0 and 3.
//@ verdict: TRUE
#include <assert.h>
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int level, moving, door_open;

static void *motor(void *arg) {
  while (1) {
    int button = __VERIFIER_nondet_int();
    pthread_mutex_lock(&m);
    if (!moving && !door_open && button) moving = 1;
    else if (moving) {
      assert(!door_open);
      if (button > 0 && level < 3) level++;
      else if (button < 0 && level > 0) level--;
      assert(level >= 0 && level <= 3);
      moving = 0;
    }
    pthread_mutex_unlock(&m);
  }
  return arg;
}

static void *door(void *arg) {
  while (1) {
    pthread_mutex_lock(&m);
    if (door_open) door_open = 0;
    else if (!moving) door_open = 1;
    pthread_mutex_unlock(&m);
  }
  return arg;
}

int main(void) {
  pthread_t t1, t2;
  pthread_create(&t1, 0, motor, 0);
  pthread_create(&t2, 0, door, 0);
  pthread_join(t1, 0);
  pthread_join(t2, 0);
  return 0;
}
