// A sorted tree in a pool, with pointers to pointers and recursion.
//@ verdict: TRUE
#include <assert.h>

struct node {
  int value;
  struct node *left, *right;
} pool[8];
int used;

static struct node *insert(struct node *tree, int value) {
  if (!tree) {
    struct node *node = &pool[used++];
    *node = (struct node){value};
    return node;
  }
  struct node **child = value < tree->value ? &tree->left : &tree->right;
  *child = insert(*child, value);
  return tree;
}
static void walk(const struct node *tree, int *out, int *count) {
  if (!tree) return;
  walk(tree->left, out, count);
  out[(*count)++] = tree->value;
  walk(tree->right, out, count);
}

int main(void) {
  int in[] = {5, 2, 8, 1, 9, 3}, out[6], count = 0;
  struct node *tree = 0;
  for (unsigned i = 0; i < sizeof in / sizeof *in; i++) tree = insert(tree, in[i]);
  walk(tree, out, &count);
  assert(count == 6);
  for (int i = 1; i < count; i++) assert(out[i - 1] < out[i]);
  return 0;
}
