// Structs: nested, with arrays, copied as a whole, passed and returned by value.
//@ verdict: TRUE
#include <assert.h>

struct point {
  int x, y;
};
struct shape {
  const char *name;
  struct point corner[3];
  struct {
    unsigned char r, g, b;
  } color;
};

static struct point mirrored(struct point p) {
  int t = p.x;
  p.x = p.y;
  p.y = t;
  return p;
}

static void move(struct shape *s, int by) {
  for (int i = 0; i < 3; i++) s->corner[i].x += by, (*s).corner[i].y -= by;
}

int main(void) {
  struct shape a = {"triangle", {{1, 2}, {3, 4}, {5, 6}}, {255, 0, 1}};
  struct shape b = a;
  move(&b, 10);
  assert(a.corner[2].x == 5 && b.corner[2].x == 15 && b.corner[0].y == -8);
  assert(mirrored(a.corner[1]).x == 4 && a.corner[1].x == 3);
  a.corner[0] = b.corner[1] = mirrored(a.corner[2]);
  assert(a.corner[0].x == 6 && b.corner[1].y == 5);
  assert(b.name == a.name && b.name[3] == 'a' && b.color.r == 255 && ++b.color.r == 0);
  struct point *p = &a.corner[1], *q = p++;
  assert(p->x == 5 && q->y == 4 && p - q == 1 && (char *)p - (char *)q == 8);
  return 0;
}
