// A variable, a function and a struct that the other file declares in another way.
//@ verdict: UNKNOWN(input)
//@ files: parts/types.c
//@ error: C0309
//@ says: `wide` is declared twice
//@ says: `size` is declared with another type
//@ says: `pair` is declared twice
struct pair {
  int left, right;
};
extern int wide;
extern struct pair pair;
int size(int);

int main(void) {
  return wide + size(1) + pair.left;
}
