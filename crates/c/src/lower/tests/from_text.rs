//! From C text. What library functions need is declared by hand: the text counts as preprocessed.

use super::{listing, steps};
use ir::Program;

const LIBRARY: &str = "typedef unsigned long pthread_t; typedef union { char size[40]; long align; } pthread_mutex_t;
int pthread_mutex_lock(pthread_mutex_t *); void reach_error(void); void __VERIFIER_assume(int);
void assert(int); int __VERIFIER_nondet_int(void); _Bool __VERIFIER_nondet_bool(void); int printf(const char *, ...); void pthread_exit(void *);
void *malloc(unsigned long); void free(void *); void abort(void);
";

/// Reads, lowers and validates.
pub(super) fn lowered(text: &str) -> Program {
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
            "%t1 = %i",
            "%i = (adds %t1 1)",
            "%j = %t1",
            "%t2 = load.8 [&@p] na",
            "%t3 = %j",
            "%j = (subs %t3 1)",
            "%t4 = load.4 [&@x] na",
            "%t5 = (adds %t4 1)",
            "store.4 [&@x] %t5 na",
            "store.4 [(add %t2 (mul (sext i64 %t3) 4))] %t5 na",
            "return %i",
        ]
    );
}

#[test]
fn narrow_and_unsigned_arithmetic_cannot_overflow() {
    assert_eq!(
        main_of("char c = 1; unsigned u = 2; c++; c += 1; u -= 3; u++; return c << 2 | (int)u;"),
        [
            "%c = 1",
            "%u = 2",
            "%c = (add %c 1)",
            "%c = (trunc i8 (adds (sext i32 %c) 1))",
            "%u = (add %u -3)",
            "%u = (add %u 1)",
            "return (or (shls (sext i32 %c) 2) %u)",
        ]
    );
}

#[test]
fn a_bool_is_a_byte_that_is_0_or_1() {
    assert_eq!(
        main_of("_Bool b = x; b |= 2; if (b) y = b; b--; return !b;"),
        [
            "%t1 = load.4 [&@x] na",
            "%b = (zext i8 (ne %t1 0))",
            "%b = (zext i8 (ne (or (zext i32 %b) 2) 0))",
            "if (ne %b 0): skip",
            "unless (ne %b 0): skip",
            "store.4 [&@y] (zext i32 %b) na",
            "%b = (zext i8 (eq %b 0))",
            "return (zext i32 (eq %b 0))",
        ]
    );
}

#[test]
fn a_conditional_selects_unless_it_reads_memory() {
    assert_eq!(
        main_of("int c = 1, r = c ? 5 / c : 0; r = c ? x : 3; return r;"),
        [
            "%c = 1",
            "%r = (select (ne %c 0) (divs 5 %c) 0)",
            "if (ne %c 0): skip",
            "unless (ne %c 0): skip",
            "%t1 = load.4 [&@x] na",
            "%t1 = 3",
            "%r = %t1",
            "return %r",
        ]
    );
}

#[test]
fn inputs_and_assumptions_stay_in_a_form_that_can_be_narrowed() {
    assert_eq!(
        main_of(
            "int i = __VERIFIER_nondet_int(); __VERIFIER_assume(i >= 0 && i < 2); return __VERIFIER_nondet_bool();"
        ),
        [
            "%i = choose any",
            "if (and (sle 0:i32 %i) (slt %i 2)): skip",
            "unless (and (sle 0:i32 %i) (slt %i 2)): stop assume",
            "%t1 = choose 0 to 1",
            "return (zext i32 %t1)",
        ]
    );
}

#[test]
fn an_assertion_that_reads_in_parts_fails_at_each_part() {
    assert_eq!(
        main_of("assert(x == 1 && y); assert(!x);"),
        [
            "%t1 = load.4 [&@x] na",
            "if (eq %t1 1): skip",
            "unless (eq %t1 1): skip",
            "%t2 = load.4 [&@y] na",
            "if (ne %t2 0): skip",
            "unless (ne %t2 0): skip",
            "%t3 = load.4 [&@x] na",
            "if (eq %t3 0): skip",
            "unless (eq %t3 0): stop fail \"assertion `!x` failed\"",
            "return 0",
            "stop fail \"assertion `x == 1 && y` failed\"",
        ]
    );
}

#[test]
fn a_switch_falls_through_and_breaks() {
    let text =
        "int f(int n) { switch (n) { case 1: return 5; case 3 ... 7: n = 1; break; default: n = 2; case 9: n += 3; }
        return n; } int main(void) { return f(2); }";
    let lines = listing(&lowered(text), "f");
    let lines: Vec<_> = lines.iter().filter(|it| !it.ends_with(": skip") || it.contains(" if ")).collect();
    assert_eq!(
        lines,
        [
            "l0 -> l1 if (eq %n 1): skip",
            "l1: return 5",
            "l2 -> l3 if (and (sle 3:i32 %n) (sle %n 7)): skip",
            "l3 -> l4: %n = 1",
            "l5 -> l9 if (eq %n 9): skip",
            "l7 -> l8: %n = 2",
            "l9 -> l10: %n = (adds %n 3)",
            "l11: return %n",
        ]
    );
}

#[test]
fn loops_and_jumps_lead_back() {
    let text =
        "int main(void) { int n = 0; again: if (n > 3) goto out; do { n++; if (n == 2) continue; } while (n < 2);
        for (;;) { if (n) break; } goto again; out: return n; }";
    let lines = steps(&lowered(text), "main");
    let conditions: Vec<_> = lines.iter().filter(|it| it.starts_with("if")).collect();
    assert_eq!(
        conditions,
        ["if (slt 3:i32 %n): skip", "if (eq %n 2): skip", "if (slt %n 2): skip", "if (ne %n 0): skip"]
    );
}

#[test]
fn code_that_cannot_be_reached_is_left_out() {
    assert_eq!(main_of("if (0) x = 1; while (1) { return 3; x = 2; } y = 1;"), ["return 3"]);
}

#[test]
fn calls_are_direct_where_the_function_is_known() {
    let text = "int f(int n) { return n ? n * f(n - 1) : 1; } int (*p)(int) = f;
        int main(void) { long l = (*f)(2) + p(3); return l; }";
    let program = lowered(text);
    assert_eq!(
        steps(&program, "main"),
        [
            "%t1 = call @f(2:i32)",
            "%t2 = load.8 [&@p] na",
            "%t3 = call [%t2](3:i32)",
            "%l = (sext i64 (adds %t1 %t3))",
            "return (trunc i32 %l)",
        ]
    );
    assert_eq!(program.globals[0].init.addresses, [(0, ir::Base::Function(ir::FunctionId(1)), 0)]);
}

#[test]
fn old_style_calls_are_padded_and_cut() {
    let text = "int f(a, b) int a; int b; { return a + b; } int x; int main(void) { f(1); f(1, 2, x); return 0; }";
    let lines = steps(&lowered(text), "main");
    assert_eq!(lines, ["call @f(1:i32, 0:i32)", "%t1 = load.4 [&@x] na", "call @f(1:i32, 2:i32)", "return 0"]);
}

#[test]
fn a_compare_exchange_reads_and_writes_back_what_is_expected() {
    let text = "_Atomic int a; int f(int e) { return __atomic_compare_exchange_n(&a, &e, 7, 0, 5, 2); }
        int main(void) { return f(1); }";
    assert_eq!(
        steps(&lowered(text), "f"),
        [
            "open $e",
            "store.4 [&$e] %e.in na",
            "%t1 = load.4 [&$e] na",
            "%t2 = cmpxchg.4 [&@a] %t1 7 sc acq",
            "if (eq %t2 %t1): skip",
            "unless (eq %t2 %t1): skip",
            "store.4 [&$e] %t2 na",
            "close $e",
            "return (zext i32 (eq %t2 %t1))",
        ]
    );
}

#[test]
fn an_atomic_function_closes_its_slots_inside_of_its_section() {
    let text = "int x; int __VERIFIER_atomic_f(void) { int l = 1; int *q = &l; x = *q; return x / l; }
        int main(void) { return __VERIFIER_atomic_f(); }";
    assert_eq!(
        steps(&lowered(text), "__VERIFIER_atomic_f"),
        [
            "atomic_begin",
            "open $l",
            "store.4 [&$l] 1 na",
            "%q = &$l",
            "%t1 = load.4 [%q] na",
            "store.4 [&@x] %t1 na",
            "%t2 = load.4 [&@x] na",
            "%t3 = load.4 [&$l] na",
            "%t4 = (divs %t2 %t3)",
            "close $l",
            "atomic_end",
            "return %t4",
        ]
    );
}

#[test]
fn slots_end_with_the_thread_but_not_with_the_process() {
    let text = "int *g; void f(void) { int l; g = &l; pthread_exit(0); } int main(void) { int l; g = &l; f(); }";
    let program = lowered(text);
    assert_eq!(steps(&program, "f"), ["open $l", "store.8 [&@g] &$l na", "close $l", "stop threadexit 0"]);
    assert_eq!(steps(&program, "main"), ["open $l", "store.8 [&@g] &$l na", "call @f()", "return 0"]);
}

#[test]
fn a_declaration_in_a_loop_sets_everything_again() {
    let text = "int *g; int main(void) { int first[3] = {0, 5}; g = first;
        while (*g) { int again[3] = {0, 5}; g = again; pthread_mutex_t m = {0}; pthread_mutex_lock(&m); } }";
    let stores: Vec<_> =
        steps(&lowered(text), "main").into_iter().filter(|it| it.contains("&$") && !it.contains("@g")).collect();
    assert_eq!(
        stores,
        [
            "store.4 [&$first+4] 5 na",
            "store.4 [&$again+8] 0 na",
            "store.4 [&$again] 0 na",
            "store.4 [&$again+4] 5 na",
            "init [&$m] 0",
            "lock [&$m]",
        ]
    );
}

#[test]
fn large_objects_are_copied_in_a_loop() {
    let text = "struct big { int a[100]; long l; } x, y; int main(void) { x = y; return 0; }";
    assert_eq!(
        steps(&lowered(text), "main"),
        [
            "%t1 = 0",
            "if (ult %t1 408): skip",
            "unless (ult %t1 408): skip",
            "%t2 = load.8 [(add &@y %t1)] na",
            "store.8 [(add &@x %t1)] %t2 na",
            "%t1 = (add %t1 8)",
            "return 0",
        ]
    );
}

#[test]
fn a_union_is_copied_in_the_largest_pieces() {
    let text = "union u { char c[8]; int i; long l; } x, y; int main(void) { x = y; return 0; }";
    assert_eq!(steps(&lowered(text), "main"), ["%t1 = load.8 [&@y] na", "store.8 [&@x] %t1 na", "return 0"]);
}

#[test]
fn statics_and_strings_are_globals() {
    let text = "char *a = \"hi\", *b = \"hi\", c[4] = \"hi\"; pthread_mutex_t m = {{0}}; int unused;
        int *f(void) { static int n = -2; { static int n; n++; } return &n; }
        int main(void) { pthread_mutex_lock(&m); return *f() + *a + *b + c[0]; }";
    let program = lowered(text);
    let text = ir::text::print(&program);
    let globals = text.lines().filter(|it| it.starts_with("global") || it.starts_with("const"));
    let globals: Vec<_> = globals.map(|it| it.split(" !").next().unwrap_or(it).trim()).collect();
    assert_eq!(
        globals,
        [
            "global @m : mutex",
            "global @a : ptr = addresses { 0: &@str.1 }",
            "const @str.1 : [3 x i8] = text \"hi\\u{0}\"",
            "global @b : ptr = addresses { 0: &@str.1 }",
            "global @c : [4 x i8] = text \"hi\\u{0}\\u{0}\"",
            "global @f::n : i32",
            "global @f::n.2 : i32 = -2",
        ]
    );
}

#[test]
fn what_is_printed_is_read_and_its_format_is_no_object() {
    let text = "int x; int main(void) { int l = 3; printf(\"%d %d\", x, l); return 0; }";
    let program = lowered(text);
    // To print a value is to use it.
    let uses = |it: &'static str| [format!("if (ne {it} 0): skip"), format!("unless (ne {it} 0): skip")];
    let mut expected = vec!["%l = 3".to_owned(), "%t1 = load.4 [&@x] na".to_owned()];
    expected.extend(["%t1", "%l"].into_iter().flat_map(uses));
    expected.push("return 0".to_owned());
    assert_eq!(steps(&program, "main"), expected);
    assert_eq!(program.globals.len(), 1);
}

#[test]
fn variables_without_a_value_are_marked_where_they_are_declared() {
    let text = "int main(void) { int a, b = 1; a = b; return a; }";
    let expected = ["%a = load.4 [0] unset", "%b = 1", "%a = %b", "return %a"];
    assert_eq!(steps(&lowered(text), "main"), expected);
}

#[test]
fn main_is_called_without_arguments() {
    let without = "`main` is called by its name, without arguments";
    assert_eq!(lowered("int main(int argc, char **argv) { return argc; }").approximations, [without]);
    assert!(lowered("int main(int argc, char **argv) { return 0; }").approximations.is_empty());
}

#[test]
fn very_long_expressions_are_cut_into_registers() {
    let sum = vec!["l"; 1500].join(" + ");
    let and = vec!["(l > 1)"; 1500].join(" && ");
    main_of(&format!("int l = x; x = {sum}; if ({and}) y = 1;"));
}

#[test]
fn without_main_there_is_no_program() {
    let input = crate::Input::Text("test.i", "int f(void) { return 0; }");
    let failure = crate::with_tree(input, &crate::Options::default(), super::super::lower).expect_err("no main");
    assert_eq!(failure.diagnostics.iter().map(|it| it.code).collect::<Vec<_>>(), [crate::codes::NO_MAIN]);
}
