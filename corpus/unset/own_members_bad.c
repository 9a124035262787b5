// The values of an initialiser are evaluated in any order, and before they are written.
//@ verdict: FALSE(memory)
//@ line: 10
//@ says: `pair`, declared in line 9
struct pair {
  int first, second;
};
int main(void) {
  struct pair pair = {1, pair.first + 1};
  if (pair.second == 2) return 0;
  return 1;
}
