// A variable that is declared here and defined elsewhere.
//@ verdict: UNKNOWN(input)
//@ error: C0317
//@ line: 8
extern int elsewhere;

int main(void) {
  return elsewhere;
}
