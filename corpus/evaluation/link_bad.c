//@ verdict: FALSE(memory)
//@ line: 9
// Which of the two cells gets the link is open.
struct cell {
  struct cell *next;
};
int main(void) {
  struct cell one = {0}, two = {0}, *at = &one;
  at->next = at = &two;
  return 0;
}
