// What is only doubtful is said, and the program is checked all the same.
//@ verdict: TRUE
//@ error: C0503
//@ line: 10
//@ error: C0504
//@ line: 7
int values[2] = {1, 2, 3};

int main(void) {
  char *p = values;
  return *p - 1;
}
