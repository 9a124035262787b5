// Memory from alloca lives until the function returns, does not leak, and a loop may ask for it often.
//@ verdict: TRUE
#include <alloca.h>
#include <assert.h>

struct node {
  struct node *next;
  int value;
};

static int list(int n) {
  struct node *head = 0;
  int sum = 0;
  for (int i = 0; i < n; i++) {
    struct node *new = alloca(sizeof *new);
    new->next = head;
    new->value = i;
    head = new;
  }
  for (; head; head = head->next) {
    sum += head->value;
  }
  return sum;
}

int main(void) {
  assert(list(4) == 6 && list(0) == 0);
  char *bytes = __builtin_alloca(8);
  bytes[7] = 1;
  return bytes[7] - 1;
}
