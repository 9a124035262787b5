//@ verdict: TRUE
// A stream is closed by main and by whoever finds an error; the one that takes the flag down frees the buffer.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct stream {
  atomic_int is_open;
  int *buffer;
};

static struct stream stream;

static void close_stream(struct stream *it) {
  if (atomic_exchange(&it->is_open, 0)) free(it->buffer);
}

static void *on_error(void *arg) {
  close_stream(arg);
  return NULL;
}

int main(void) {
  pthread_t thread;
  stream.buffer = malloc(16);
  atomic_store(&stream.is_open, 1);
  pthread_create(&thread, NULL, on_error, &stream);
  close_stream(&stream);
  pthread_join(thread, NULL);
  return 0;
}
