//! From C text. What library functions need is declared by hand: the text counts as preprocessed.

use super::{listing, steps};
use ir::Program;

const LIBRARY: &str = "typedef unsigned long pthread_t; typedef union { char size[40]; long align; } pthread_mutex_t;
int pthread_mutex_lock(pthread_mutex_t *); void reach_error(void); void __VERIFIER_assume(int);
int __VERIFIER_nondet_int(void); _Bool __VERIFIER_nondet_bool(void); int printf(const char *, ...); void pthread_exit(void *);
void *malloc(unsigned long); void free(void *); void abort(void);
";

/// Reads, lowers and validates. The lines of `text` keep their numbers: the library is on the last one.
fn lowered(text: &str) -> Program {
    let whole = format!("{LIBRARY}{text}");
    let input = crate::Input::Text("test.i", &whole);
    let result = crate::with_tree(input, &crate::Options::default(), super::super::lower);
    let (program, _) = result.unwrap_or_else(|failure| panic!("{:#?}", failure.diagnostics));
    super::assert_valid(&program);
    program
}

fn main_of(body: &str) -> Vec<String> {
    steps(&lowered(&format!("int x, y; int *p; int main(void) {{ {body} }}")), "main")
}

#[test]
fn operands_are_read_from_left_to_right() {
    assert_eq!(
        main_of("x = x + y;"),
        ["%t1 = load.4 [&@x] na", "%t2 = load.4 [&@y] na", "store.4 [&@x] (adds %t1 %t2) na", "return 0",]
    );
}

#[test]
fn an_assignment_evaluates_address_then_value_then_stores() {
    assert_eq!(
        main_of("p[x] = y;"),
        [
            "%t1 = load.8 [&@p] na",
            "%t2 = load.4 [&@x] na",
            "%t3 = load.4 [&@y] na",
            "store.4 [(add %t1 (mul (sext i64 %t2) 4))] %t3 na",
            "return 0",
        ]
    );
}

#[test]
fn a_compound_assignment_reads_its_target_last() {
    assert_eq!(
        main_of("x += y;"),
        ["%t1 = load.4 [&@y] na", "%t2 = load.4 [&@x] na", "store.4 [&@x] (adds %t2 %t1) na", "return 0",]
    );
}

#[test]
fn postfix_keeps_the_old_value_only_if_somebody_wants_it() {
    assert_eq!(
        main_of("int i = 1; i++; int j = i++; p[j--] = ++x; return i;"),
        [
            "%i = 1",
            "%i = (adds %i 1)",
            "%j = %i",
            "%i = (adds %i 1)",
            "%t1 = load.8 [&@p] na",
            "%t2 = %j",
            "%j = (subs %j 1)",
            "%t3 = (add %t1 (mul (sext i64 %t2) 4))",
            "%t4 = load.4 [&@x] na",
            "%t5 = (adds %t4 1)",
            "store.4 [&@x] %t5 na",
            "store.4 [%t3] %t5 na",
            "return %i",
        ]
    );
}
