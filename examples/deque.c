// A work-stealing deque, in the style of Chase and Lev. Its owner puts tasks in at the bottom and takes them out there;
// thieves take them from the top. As long as more than one task is left they do not meet. Over the last one they do,
// and the owner does not make sure that it was first: a thief that has seen the task already gets it, too, and it runs
// twice.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#define TASKS 3
#define THIEVES 2
#define EMPTY -1

static atomic_int top, bottom; // tasks[top] up to tasks[bottom - 1] are to be run
static atomic_int tasks[TASKS];

static void push(int task) {
  int b = atomic_load(&bottom);
  atomic_store(&tasks[b], task);
  atomic_store(&bottom, b + 1);
}

static int take(void) {
  int b = atomic_load(&bottom) - 1;
  atomic_store(&bottom, b);
  int t = atomic_load(&top);
  if (t < b) return atomic_load(&tasks[b]);
  int task = EMPTY;
  if (t == b) {
    task = atomic_load(&tasks[b]);
    atomic_store(&top, t + 1);
  }
  atomic_store(&bottom, b + 1);
  return task;
}

static int steal(void) {
  int t = atomic_load(&top);
  int b = atomic_load(&bottom);
  if (t >= b) return EMPTY;
  int task = atomic_load(&tasks[t]);
  if (!atomic_compare_exchange_strong(&top, &t, t + 1)) return EMPTY;
  return task;
}

static atomic_int runs[TASKS];

static void run(int task) {
  if (task == EMPTY) return;
  int before = atomic_fetch_add(&runs[task], 1);
  assert(before == 0);
}

static void *thief(void *unused) {
  (void)unused;
  run(steal());
  return NULL;
}

int main(void) {
  pthread_t thieves[THIEVES];
  for (int i = 0; i < THIEVES; i++) pthread_create(&thieves[i], NULL, thief, NULL);
  for (int i = 0; i < TASKS; i++) push(i);
  for (int i = 0; i < TASKS; i++) run(take());
  for (int i = 0; i < THIEVES; i++) pthread_join(thieves[i], NULL);
  for (int i = 0; i < TASKS; i++) assert(runs[i] == 1);
  return 0;
}
