//@ verdict: FALSE(deadlock) or open
//@ options: --steps 40
// A flag that is polled under a semaphore and has been taken back.
#include <pthread.h>
#include <semaphore.h>

static sem_t free_to_go;
static int ready;

static void set(int value) {
  sem_wait(&free_to_go);
  ready = value;
  sem_post(&free_to_go);
}

static void *poll_it(void *unused) {
  int seen;
  do {
    sem_wait(&free_to_go);
    seen = ready;
    sem_post(&free_to_go);
  } while (!seen);
  return unused;
}

int main(void) {
  pthread_t thread;
  sem_init(&free_to_go, 0, 1);
  pthread_create(&thread, 0, poll_it, 0);
  set(1);
  set(0);
  pthread_join(thread, 0);
  return 0;
}
