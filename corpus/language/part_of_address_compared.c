// A part of an address is a number like others. All objects begin at the same lower half here, as addresses are not those of a machine.
//@ verdict: TRUE
static int one, two;

int main(void) {
  return (unsigned)(unsigned long)&one < (unsigned)(unsigned long)&two;
}
