// An array whose length is known at run time only.
//@ verdict: UNKNOWN(input)
//@ error: C0404
//@ line: 6
int main(int argc, char **argv) {
  int values[argc + 1];
  values[0] = 1;
  return values[0];
}
