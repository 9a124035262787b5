// What an atomic section touches if it comes early, it does not touch later: whoever has tried it early has not tried it
// behind all that it keeps away then.
//@ verdict: FALSE(reach)
//@ line: 30
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
atomic_int count;
int seen = 7, is_first;
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
pthread_t reader;
void *look(void *unused) { seen = count; return 0; }
void *work(void *unused) {
  pthread_create(&reader, 0, look, 0);
  if (!pthread_mutex_trylock(&mutex)) count++;
  return 0;
}
int main(void) {
  pthread_t worker;
  pthread_create(&worker, 0, work, 0);
  __VERIFIER_atomic_begin();
  if (!pthread_mutex_trylock(&mutex)) { count++; is_first = 1; }
  __VERIFIER_atomic_end();
  pthread_join(worker, 0);
  pthread_join(reader, 0);
  // The reader comes first, then the section, and then the worker.
  // That is the only way.
  assert(!(is_first && seen == 0));
  return 0;
}
