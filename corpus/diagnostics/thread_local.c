// Thread-local storage.
//@ verdict: UNKNOWN(input)
//@ error: C0411
//@ line: 5
static _Thread_local int mine;

int main(void) { return mine; }
