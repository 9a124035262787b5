// What is read may be any number, and reading may fail.
//@ verdict: TRUE
//@ says: what scanf reads is any number
//@ says: a line that is read is missing, empty, or `1`
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  int flag = 0;
  char line[10];
  int found = scanf("%d", &flag);
  assert(found >= -1 && found <= 1);
  if (found < 1) assert(flag == 0);
  if (fgets(line, sizeof line, stdin)) assert(line[0] == '1' || line[0] == '\n');
  FILE *file = fopen("settings", "r");
  if (!file) return 1;
  fclose(file);
  return 0;
}
