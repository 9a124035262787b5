// The value is looked at only if it is set.
//@ verdict: TRUE
int is_set;
int main(void) {
  int value;
  if (is_set) value = 1;
  if (is_set && value == 1) return 1;
  return 0;
}
