struct pair {
  long left, right;
};
long wide;
struct pair pair;

int size(char *text) {
  return *text;
}
