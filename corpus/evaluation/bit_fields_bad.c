//@ verdict: FALSE(memory)
//@ line: 6
struct flags {
  unsigned low : 3, high : 4;
};
static void set(struct flags *to, struct flags *from) { to->low = from->low++; }
int main(void) {
  struct flags one = {0}, two = {0};
  set(&one, &two);
  set(&one, &one);
  return 0;
}
