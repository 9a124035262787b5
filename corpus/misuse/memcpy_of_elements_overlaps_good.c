//@ verdict: TRUE
// Elements are copied to another place, and one to itself.
#include <string.h>
#include <assert.h>

struct item {
  int key;
  long value;
};
static struct item items[6] = {{1, 1}, {2, 2}};

int main(void) {
  memcpy(&items[2], &items[0], 2 * sizeof(struct item));
  memcpy(&items[5], &items[5], sizeof(struct item));
  assert(items[3].key == 2);
  return 0;
}
