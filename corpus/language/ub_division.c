// Division by zero.
//@ verdict: FALSE(overflow)
//@ line: 6
//@ says: division by zero
static int average(int sum, int count) {
  return sum / count;
}

int main(void) { return average(4, 2) + average(4, 0); }
