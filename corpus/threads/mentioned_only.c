// A function that nobody defines may be mentioned, as long as nobody calls it.
//@ verdict: TRUE
//@ says: who calls it through a pointer is followed no further
struct operations {
  int (*open)(void);
  void (*close)(void);
};
extern void nobody(void);
static int one(void) { return 1; }
static struct operations operations = {one, nobody};
int main(void) { return operations.open() - 1; }
