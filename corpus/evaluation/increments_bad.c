//@ verdict: FALSE(memory)
//@ line: 6
//@ says: without a sequence point in between
int main(void) {
  int i = 0;
  int sum = i++ + i++;
  return sum;
}
