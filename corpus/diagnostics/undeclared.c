// A name that is declared nowhere.
//@ verdict: UNKNOWN(input)
//@ error: C0301
//@ line: 10
//@ says: conter
int counter;

int main(void) {
  counter = 1;
  return conter;
}
