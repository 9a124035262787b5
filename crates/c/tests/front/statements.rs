//! Statements, labels, and GNU's statement expressions.

use crate::show::body;

#[test]
fn loops_that_declare_get_a_block_of_their_own() {
    assert_eq!(
        body("void f(void) { for (int i = 0, j; i < 3; i++) ; for (;;) break; }"),
        "{ { i32 i {0=0}; i32 j {}; for (; ([i] < 3); (i then by 1)) {  } } for (; ; ) break; }"
    );
    assert_eq!(
        body("void f(int n) { while (n) { --n; continue; } do n++; while (n < 3); }"),
        "{ while [n] { (n by -1); continue; } do (n then by 1); while ([n] < 3); }"
    );
}

#[test]
fn cases_become_labels() {
    assert_eq!(
        body("void f(char c) { switch (c) { case 1: case 3 ... 5: c = 0; break; default: ; case -1: return; } }"),
        "{ switch i32([c]) [1..1:L0 3..5:L1 4294967295..4294967295:L3 else:L2] \
         { L0: L1: (c = 0); break; L2: L3: return; } }"
    );
    // Nested switches keep their labels apart.
    assert_eq!(
        body("void f(unsigned u) { switch (u) { case 0: switch (u) case 0: ; case 1:; } }"),
        "{ switch [u] [0..0:L0 1..1:L2] { L0: switch [u] [0..0:L1] L1: L2: } }"
    );
}

#[test]
fn gotos_reach_labels_anywhere_in_the_function() {
    assert_eq!(
        body("void f(int n) { again: if (n) { n--; goto again; } goto out; out: ; }"),
        "{ L0: if [n] { (n then by -1); goto L0; } goto L1; L1: }"
    );
}

#[test]
fn statement_expressions_have_the_value_of_their_last_expression() {
    assert_eq!(body("int f(int n) { return ({ int k = n; k + 1; }); }"), "{ return ({ i32 k {0=[n]}; } ([k] + 1)); }");
    assert_eq!(body("void f(int n) { ({ if (n) n = 0; }); }"), "{ ({ if [n] (n = 0); }); }");
}

#[test]
fn scopes_shadow() {
    assert_eq!(
        body("int x; void f(void) { x = 1; { char x; x = 2; { extern int x; x = 3; } } x = 4; }"),
        "{ (x = 1); { i8 x {}; (x = 2); { (x = 3); } } (x = 4); }"
    );
    assert_eq!(
        body("typedef char t; void f(void) { t a; { int t = 2; a = t; } { struct s { t x; } v; } }"),
        "{ i8 a {}; { i32 t {0=2}; (a = i8([t])); } { s v {}; } }"
    );
}

#[test]
fn asm_that_is_only_a_barrier_is_nothing() {
    assert_eq!(body("void f(void) { __asm__ volatile (\"\" : : : \"memory\"); }"), "{  }");
}

#[test]
fn return_in_a_function_without_result_still_evaluates() {
    assert_eq!(body("int g(void) { return 1; } void f(void) { return (void)g(); }"), "{ { void(g()); return; } }");
}

#[test]
fn the_conditional_without_a_middle_evaluates_its_condition_once() {
    assert_eq!(
        body("int g(void) { return 1; } long f(char c) { return g() ?: c ?: 2L; }"),
        "{ return ({ i32 <condition> {0=({ i32 <condition> {0=g()}; } \
         ([<condition>] ? [<condition>] : i32([c])))}; } ([<condition>] ? i64([<condition>]) : 2)); }"
    );
}

#[test]
fn labels_may_stand_before_declarations_and_at_the_end() {
    assert_eq!(
        body("void f(int n) { switch (n) { case 1: int k = n; break; default: } goto end; end: }"),
        "{ switch [n] [1..1:L0 else:L1] { L0: i32 k {0=[n]}; break; L1: } goto L2; L2: }"
    );
}

#[test]
fn functions_without_a_type_give_int() {
    assert_eq!(body("int x;\nlonger(void) { return x; }\n\n\n\nf() { return longer(); }"), "{ return longer(); }");
}
