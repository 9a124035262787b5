//@ verdict: FALSE(memory)
//@ line: 7
//@ says: a pointer is moved out of its object, and not to its end
// One row behind the last there is nothing, so nothing can be further than there.
static int matrix[3][5];
static int *in_row(int row, int column) {
  return matrix[row] + column;
}

int main(void) {
  int *end = in_row(2, 5);
  return in_row(3, 1) == end;
}
