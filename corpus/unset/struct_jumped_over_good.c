// The same, and the struct is set behind the label.
//@ verdict: TRUE
struct pair {
  int first, second;
};

int main(void) {
  goto inside;
  {
    struct pair pair = {1, 0};
  inside:
    pair.second = 0;
    if (pair.second) return 1;
  }
  return 0;
}
