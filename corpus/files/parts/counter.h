struct step {
  int by;
  struct step *next;
};
extern int total;
extern struct step steps[2];
extern int limit;
void add(struct step *step);
int calls_so_far(void);
inline int doubled(int number) {
  return 2 * number;
}
