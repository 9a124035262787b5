//@ verdict: FALSE(memory)
//@ says: an index is outside of an array of 3 elements that is part of a larger object
// A row is left for the next one.
static int matrix[2][3];

int main(void) {
  for (int i = 0; i < 6; i++) matrix[0][i] = i;
  return matrix[1][2] - 5;
}
