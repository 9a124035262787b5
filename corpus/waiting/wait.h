/* How the programs of this folder wait: in a loop, or, for comparison, by an assumption that the wait is over. */
#ifndef WAIT_H
#define WAIT_H
void __VERIFIER_assume(int condition);
#ifdef AWAIT
#define WAIT_UNTIL(condition) __VERIFIER_assume(condition)
#else
#define WAIT_UNTIL(condition) while (!(condition)) ;
#endif
#ifndef N
#define N 2
#endif
#endif
