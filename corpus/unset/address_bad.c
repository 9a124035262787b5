// A pointer that was never set is followed.
//@ verdict: FALSE(memory)
//@ line: 12
//@ says: `next`, declared in line 11
struct node {
  struct node *next;
  int value;
};
int main(void) {
  struct node head = {.value = 1};
  struct node *next;
  next->value = head.value;
  return 0;
}
