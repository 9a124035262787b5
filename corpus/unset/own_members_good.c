// An initialiser may take the address of its own object, and its size.
//@ verdict: TRUE
struct list {
  struct list *next, *last;
  int size, counts[3];
};
int main(void) {
  struct list list = {&list, &list, sizeof list.counts / sizeof list.counts[0], {list.size, 1}};
  return list.next != list.last || list.size != 3 || list.counts[2] != 0;
}
