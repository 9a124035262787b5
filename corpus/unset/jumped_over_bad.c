// A jump leads behind the initialiser.
//@ verdict: FALSE(memory)
//@ line: 9
int main(void) {
  goto inside;
  {
    int value = 1;
  inside:
    if (value) return 1;
  }
  return 0;
}
