// A bit-field of 128 bits.
//@ verdict: UNKNOWN(input)
//@ error: C0406
//@ line: 6
struct record {
  __int128 a : 30;
};
int main(void) {
  struct record record = {0};
  return record.a;
}
