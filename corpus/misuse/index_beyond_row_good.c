//@ verdict: TRUE
// Each element is in its row.
static int matrix[2][3];

int main(void) {
  for (int i = 0; i < 6; i++) matrix[i / 3][i % 3] = i;
  return matrix[1][2] - 5;
}
