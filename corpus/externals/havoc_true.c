// What an undefined function returns is not known, but what the program does with it is right whatever it is.
//@ verdict: TRUE
//@ options: --externals havoc
//@ says: `find` is not defined: its calls return null or the address of an object of its own that starts as 0
//@ says: `limit` is defined nowhere: it starts with any value
//@ says: `worker` is not defined
#include <assert.h>
#include <pthread.h>
struct entry {
  int key;
  pthread_mutex_t lock;
};
struct entry *find(int key);
extern _Bool limit;
void *worker(void *argument);
_Bool (*chosen)(int);
_Bool decide(int);

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, worker, 0);
  struct entry *entry = find(3);
  if (entry) {
    pthread_mutex_lock(&entry->lock);
    entry->key++;
    pthread_mutex_unlock(&entry->lock);
  }
  chosen = decide;
  if (chosen(limit)) assert(limit == 0 || limit == 1);
  pthread_join(thread, 0);
  return 0;
}
