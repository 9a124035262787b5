//@ verdict: FALSE(memory)
//@ line: 8
//@ says: a pointer is moved out of its object, and not to its end
// The end of an array is one past the last element, and no further.
static int numbers[4];

static int *end(int length) {
  return numbers + length;
}

int main(void) {
  int sum = 0;
  for (int *p = numbers; p != end(5) && p != end(4); p++)
    sum += *p;
  return sum;
}
