//@ verdict: TRUE
//@ says: what calls in line 12 free is not what other operands of the expression use
#include <assert.h>
#include <stdlib.h>
struct node {
  struct node *left, *right;
};
static struct node *make(void) { return calloc(1, sizeof(struct node)); }
static int clear(struct node *it) {
  if (!it)
    return 0;
  int count = 1 + clear(it->left) + clear(it->right);
  free(it);
  return count;
}
int main(void) {
  struct node *root = make();
  root->left = make();
  root->right = make();
  int count = clear(root);
  assert(count == 3);
  return 0;
}
