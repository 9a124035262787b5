// A jump leads behind the initialiser of a struct.
//@ verdict: FALSE(memory)
//@ line: 14
//@ says: `pair`, declared in line 12
struct pair {
  int first, second;
};

int main(void) {
  goto inside;
  {
    struct pair pair = {1, 0};
  inside:
    if (pair.second) return 1;
  }
  return 0;
}
