// The sibling of error_directive.c with the macro given on the command line.
//@ verdict: TRUE
//@ flags: -DLIMIT=3
#ifndef LIMIT
#error LIMIT has to be given
#endif

int main(void) { return LIMIT - 3; }
