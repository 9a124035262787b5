// memcpy, memmove, memset, memcmp: of whole objects, of parts, of sizes that are known only when the program runs.
//@ verdict: TRUE
#include <assert.h>
#include <stdlib.h>
#include <string.h>

struct pair {
  char tag;
  long value;
};

static int size = 3;

int main(void) {
  struct pair a = {'a', 7}, b, many[3], copy[3];
  assert(memcpy(&b, &a, sizeof a) == &b && b.tag == 'a' && b.value == 7);
  memset(&b, 0, sizeof(struct pair));
  assert(b.tag == 0 && b.value == 0);
  for (int i = 0; i < 3; i++) many[i] = (struct pair){(char)i, 10 * i};
  memcpy(copy, many, sizeof many);
  assert(copy[2].tag == 2 && copy[2].value == 20);
  memset(copy, 0xff, 2 * sizeof copy[0]);
  assert(copy[1].value == -1 && copy[2].value == 20);
  memmove(&many[1], &many[0], 2 * sizeof many[0]);
  assert(many[0].value == 0 && many[1].value == 0 && many[2].value == 10);

  int numbers[6] = {1, 2, 3, 4, 5, 6};
  memmove(numbers + 1, numbers, size * sizeof numbers[0]);
  assert(numbers[0] == 1 && numbers[1] == 1 && numbers[2] == 2 && numbers[3] == 3 && numbers[4] == 5);
  memmove(numbers, numbers + 1, size * sizeof numbers[0]);
  assert(numbers[0] == 1 && numbers[1] == 2 && numbers[2] == 3 && numbers[3] == 3);
  memset((char *)numbers + 1, 1, 1);
  assert(numbers[0] == 0x101);

  char text[8] = "abcdefg";
  memmove(text + 2, text, 5);
  assert(text[2] == 'a' && text[6] == 'e' && text[7] == 0);
  memmove(text, text + 2, size);
  assert(text[0] == 'a' && text[2] == 'c');
  assert(memcmp("abc", "abd", 3) < 0 && memcmp("abd", "abc", 3) > 0 && memcmp("abc", "abd", 2) == 0);
  assert(memchr("abc", 'b', 3) != 0 && memchr("abc", 'd', 3) == 0);
  void *heap = malloc(size * sizeof(int));
  memset(heap, 0, size * sizeof(int));
  memcpy(heap, numbers, size * sizeof(int));
  assert(((int *)heap)[1] == 2);
  free(heap);
  return 0;
}
