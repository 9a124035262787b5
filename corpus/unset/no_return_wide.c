// Of a result that is too wide the scope says that it counts as 0.
//@ verdict: TRUE
//@ says: assumed: `find` gives 0 where its end is reached without `return`
static long find(int number) {
  if (number > 0) return 1;
}

int main(void) { return find(0) == 1; }
