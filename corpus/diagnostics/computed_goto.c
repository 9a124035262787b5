// Labels as values.
//@ verdict: UNKNOWN(input)
//@ error: C0409
//@ line: 6
int main(void) {
  void *target = &&end;
  goto *target;
end:
  return 0;
}
