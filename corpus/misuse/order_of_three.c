//@ verdict: TRUE(bounded)
//@ says: different objects come one after the other in the order in which they were made for the comparison at
// Three objects have six orders: one is tried, and the claim says so.
static int one, two, three;

static int *lowest(int *a, int *b, int *c) {
  int *low = a < b ? a : b;
  return low < c ? low : c;
}

int main(void) {
  *lowest(&one, &two, &three) = 1;
  return 0;
}
