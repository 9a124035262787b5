// Functions and variables that nobody defines are errors, which name the option.
//@ verdict: UNKNOWN(input)
//@ error: C0412
//@ error: C0317
//@ says: --externals
//@ line: 11
extern int setting;
int device_ready(int port);

int main(void) {
  return device_ready(setting);
}
