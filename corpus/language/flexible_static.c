// A static object whose last member gets its size from the initialiser.
//@ verdict: TRUE
#include <assert.h>
struct numbers {
  int count;
  short all[];
};
struct text {
  char length;
  char text[];
};
static struct numbers three = {3, {1, 2, 3}};
struct text word = {.length = 4, .text = "word"};
static struct numbers none = {0};

int main(void) {
  int sum = none.count;
  for (int i = 0; i < three.count; i++) {
    sum += three.all[i];
  }
  assert(sum == 6 && word.text[3] == 'd' && word.text[4] == 0 && sizeof three == 4);
  return 0;
}
