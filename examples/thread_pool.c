// A pool of threads that take jobs from a queue, and sleep while there are none. To close it, a flag is set and
// everybody is woken. The flag is atomic, so the mutex seems to be unnecessary. But a worker that has found the flag
// unset, and does not sleep yet, misses the broadcast. Then it sleeps, and nobody wakes it any more.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

#define WORKERS 2
#define JOBS 2

typedef void (*job)(void);

static struct pool {
  pthread_mutex_t mutex;
  pthread_cond_t changed;
  job jobs[JOBS];
  int first, last;
  atomic_bool closed;
  pthread_t workers[WORKERS];
} pool = {.mutex = PTHREAD_MUTEX_INITIALIZER, .changed = PTHREAD_COND_INITIALIZER};

static void *work(void *unused) {
  (void)unused;
  while (true) {
    pthread_mutex_lock(&pool.mutex);
    while (pool.first == pool.last) {
      if (pool.closed) {
        pthread_mutex_unlock(&pool.mutex);
        return NULL;
      }
      pthread_cond_wait(&pool.changed, &pool.mutex);
    }
    job run = pool.jobs[pool.first++];
    pthread_mutex_unlock(&pool.mutex);
    run();
  }
}

static void start(void) {
  for (int i = 0; i < WORKERS; i++) pthread_create(&pool.workers[i], NULL, work, NULL);
}

static void submit(job run) {
  pthread_mutex_lock(&pool.mutex);
  pool.jobs[pool.last++] = run;
  pthread_cond_signal(&pool.changed);
  pthread_mutex_unlock(&pool.mutex);
}

static void finish(void) {
  pool.closed = true;
  pthread_cond_broadcast(&pool.changed);
  for (int i = 0; i < WORKERS; i++) pthread_join(pool.workers[i], NULL);
}

static atomic_int letters;

static void print_letter(void) {
  letters++;
}

int main(void) {
  start();
  for (int i = 0; i < JOBS; i++) submit(print_letter);
  finish();
  assert(letters == JOBS);
  return 0;
}
