// A function without a body that is declared only, or called by nobody who is called, is no problem.
//@ verdict: TRUE
extern int send_packet(int to, const char *what);
extern double average(float, long double);

int main(void) { return 0; }
