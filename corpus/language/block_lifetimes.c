// Locals of a block live from its start to its end, on whichever way it is left; a new round has a new object.
//@ verdict: TRUE
#include <assert.h>

static int *last;

static int leave_by(int how) {
  int sum = 0;
  for (int i = 0; i < 3; i++) {
    int inner = i;
    last = &inner;
    *last += 10;
    {
      int deeper[2] = {inner, how};
      last = deeper;
      if (how == 0 && i == 1) break;
      if (how == 1 && i == 1) continue;
      if (how == 2 && i == 1) goto out;
      if (how == 3 && i == 1) return last[0] + last[1];
      last = &inner;
    }
    sum += *last;
  }
out:
  return sum;
}

static int jump_in(int n) {
  int sum = 0;
  switch (n) {
    int *p;
    int shared;
  case 0:
    p = &shared;
    *p = 5;
    sum = shared;
    break;
  case 1: {
    int own = 6;
    p = &own;
    sum = *p;
  }
  default:
    sum++;
  }
  if (n == 7) goto middle;
  {
    int inside;
  middle:
    inside = 2;
    last = &inside;
    sum += *last;
  }
  return sum;
}

int main(void) {
  assert(leave_by(0) == 10);
  assert(leave_by(1) == 22);
  assert(leave_by(2) == 10);
  assert(leave_by(3) == 14);
  assert(leave_by(4) == 33);
  assert(jump_in(0) == 7 && jump_in(1) == 9 && jump_in(7) == 3);
  int value = ({
    int x = 3;
    last = &x;
    *last + 1;
  });
  assert(value == 4);
  int rounds = 0;
again : {
  int local = rounds;
  last = &local;
  *last += 1;
  rounds = local;
  if (rounds < 3) goto again;
}
  assert(rounds == 3);
  return 0;
}
