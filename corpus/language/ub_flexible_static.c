// It has no more elements than that.
//@ verdict: FALSE(memory)
//@ line: 10
struct numbers {
  int count;
  short all[];
};
static struct numbers three = {3, {1, 2, 3}};

int main(void) { return three.all[3]; }
