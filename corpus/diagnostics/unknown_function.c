// A function without a body that nobody knows.
//@ verdict: UNKNOWN(input)
//@ error: C0412
//@ line: 9
//@ says: send_packet
extern int send_packet(int to, const char *what);

int main(void) {
  return send_packet(1, "hello");
}
