// A part of an address is a number like others. Which it is depends on the layout of memory, and there is one here: the claim names the place.
//@ verdict: TRUE(bounded)
//@ says: objects have the addresses of one layout of memory for what is computed from them
static int one, two;

int main(void) {
  return (unsigned)(unsigned long)&one < (unsigned)(unsigned long)&two;
}
