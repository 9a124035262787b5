//@ verdict: FALSE(memory)
//@ line: 8
//@ says: a pointer is moved out of its object, and not to its end
// Counted downwards, the pointer ends before the first element.
static int numbers[3] = {1, 2, 3};
int main(void) {
  int sum = 0;
  for (int *it = numbers + 2; it >= numbers; it--)
    sum += *it;
  return sum - 6;
}
