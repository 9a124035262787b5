//@ verdict: TRUE
#include <assert.h>
struct 点 {
  int 横, 纵;
};
enum { Ähre = 3 };
typedef struct 点 Øpunkt;
static int größe(Øpunkt *æ) { return æ->横 * æ->纵; }
int main(void) {
  Øpunkt é = {.横 = 2, .纵 = Ähre};
  int \u00e4 = 1;
  goto straße;
straße:
  assert(größe(&é) * ä == 6);
  return 0;
}
