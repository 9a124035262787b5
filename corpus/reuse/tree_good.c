// Numbers in nodes that are found through pointers to pointers are no parts of addresses: the answer has no bound.
//@ verdict: TRUE
#include <assert.h>
#include <stdlib.h>

struct node {
  struct node *left, *right;
  int key;
};

static struct node **find(struct node **place, int key) {
  while (*place && (*place)->key != key) place = key < (*place)->key ? &(*place)->left : &(*place)->right;
  return place;
}

static void insert(struct node **root, int key) {
  struct node **place = find(root, key);
  if (*place) return;
  *place = calloc(1, sizeof **place);
  (*place)->key = key;
}

int main(void) {
  struct node *root = 0;
  insert(&root, 2);
  insert(&root, 1);
  struct node **leaf = find(&root, 1);
  assert((*leaf)->key * 3 == 3);
  free(*leaf);
  *leaf = 0;
  insert(&root, 3);
  assert(*find(&root, 1) == 0);
  free(root->right);
  free(root);
  return 0;
}
