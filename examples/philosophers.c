// Three philosophers, three forks. Each takes the left fork, then the right one.
#include <pthread.h>

#define SEATS 3

pthread_mutex_t fork_at[SEATS];
int meals;

void *dine(void *seat) {
  int left = (int)(long)seat;
  int right = (left + 1) % SEATS;
  pthread_mutex_lock(&fork_at[left]);
  pthread_mutex_lock(&fork_at[right]);
  meals++;
  pthread_mutex_unlock(&fork_at[right]);
  pthread_mutex_unlock(&fork_at[left]);
  return 0;
}

int main(void) {
  pthread_t philosopher[SEATS];
  for (int seat = 0; seat < SEATS; seat++) pthread_mutex_init(&fork_at[seat], 0);
  for (int seat = 0; seat < SEATS; seat++)
    pthread_create(&philosopher[seat], 0, dine, (void *)(long)seat);
  for (int seat = 0; seat < SEATS; seat++) pthread_join(philosopher[seat], 0);
  return 0;
}
