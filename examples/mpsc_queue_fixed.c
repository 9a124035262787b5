// The queue of mpsc_queue.c. The link is cleared before anybody else can know the message. Every message arrives, and
// those of one sender in the order in which they were sent.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

struct message {
  _Atomic(struct message *) next;
  int sender, number;
};

struct queue {
  struct message *head;           // received last; the receiver's
  _Atomic(struct message *) tail; // sent last; the senders'
};

static struct message start;
static struct queue queue = {&start, &start};

static void push(struct queue *q, struct message *m) {
  atomic_store(&m->next, NULL);
  struct message *before = atomic_exchange(&q->tail, m);
  atomic_store(&before->next, m);
}

// The next message, or NULL if none has arrived.
static struct message *pop(struct queue *q) {
  struct message *m = atomic_load(&q->head->next);
  if (m != NULL) q->head = m;
  return m;
}

#define SENDERS 2
#define MESSAGES 2

static struct message outbox[SENDERS][MESSAGES];
static int received[SENDERS];

static void *sender(void *id) {
  int me = (int)(long)id;
  for (int i = 0; i < MESSAGES; i++) {
    struct message *m = &outbox[me][i];
    m->sender = me;
    m->number = i;
    push(&queue, m);
  }
  return NULL;
}

static void deliver(void) {
  struct message *m;
  while ((m = pop(&queue)) != NULL) {
    assert(m->number == received[m->sender]);
    received[m->sender]++;
  }
}

int main(void) {
  pthread_t threads[SENDERS];
  for (long i = 0; i < SENDERS; i++) pthread_create(&threads[i], NULL, sender, (void *)i);
  deliver();
  for (int i = 0; i < SENDERS; i++) pthread_join(threads[i], NULL);
  deliver();
  for (int i = 0; i < SENDERS; i++) assert(received[i] == MESSAGES);
  return 0;
}
