//! How long slots live.

use super::from_text::lowered;
use super::steps;

fn of(function: &str, text: &str) -> Vec<String> {
    let keep = |it: &String| !it.starts_with("store") && !it.starts_with('%');
    let steps = steps(&lowered(&format!("int x; int *p; {text} int main(void) {{ f(); return 0; }}")), function);
    steps.into_iter().filter(keep).collect()
}

fn f(body: &str) -> Vec<String> {
    of("f", &format!("void f(void) {{ {body} }}"))
}

#[test]
fn a_block_opens_its_slots_at_its_start_and_closes_them_at_its_end() {
    assert_eq!(
        f("int a; p = &a; { x = 1; int b, c; p = &b; p = &c; } x = 2;"),
        ["open $a", "open $b", "open $c", "close $c", "close $b", "close $a", "return"]
    );
}

#[test]
fn whatever_leaves_a_block_closes_its_slots() {
    assert_eq!(
        f("while (x) { int a; p = &a; { int b; p = &b; if (x > 1) break; if (x > 2) continue; if (x > 3) return; } }"),
        [
            "if (ne %t1 0): skip",
            "unless (ne %t1 0): skip",
            "open $a",
            "open $b",
            "if (slt 1:i32 %t2): skip",
            "unless (slt 1:i32 %t2): skip",
            "close $b",
            "close $a",
            "if (slt 2:i32 %t3): skip",
            "unless (slt 2:i32 %t3): skip",
            "close $b",
            "close $a",
            "if (slt 3:i32 %t4): skip",
            "unless (slt 3:i32 %t4): skip",
            "close $b",
            "close $a",
            "return",
            "close $b",
            "close $a",
            "return",
        ]
    );
}

#[test]
fn a_goto_closes_what_it_leaves_and_nothing_else() {
    assert_eq!(
        f("{ int a; p = &a; again: ; { int b; p = &b; goto again; } }"),
        ["open $a", "open $b", "close $b"],
        "the target is inside of the block of `a`"
    );
    assert_eq!(
        f("{ int a; p = &a; goto out; } { int b; p = &b; } out: ;"),
        ["open $a", "close $a", "return"],
        "the other block is never reached"
    );
}

#[test]
fn a_block_that_is_jumped_into_lends_its_slots_to_the_one_around_it() {
    assert_eq!(
        f("if (x) goto in; { int a; in: p = &a; }"),
        ["open $a", "if (ne %t1 0): skip", "unless (ne %t1 0): skip", "close $a", "return"]
    );
    assert_eq!(
        f("switch (x) { int a; case 1: p = &a; break; case 2: { int b; p = &b; } }"),
        [
            "open $a",
            "if (eq %t1 1): skip",
            "unless (eq %t1 1): skip",
            "if (eq %t1 2): skip",
            "unless (eq %t1 2): skip",
            "open $b",
            "close $b",
            "close $a",
            "return",
        ]
    );
}

#[test]
fn a_value_is_fixed_before_its_block_ends() {
    let text = "int f(void) { { int a; p = &a; return x / a; } }";
    let steps = steps(&lowered(&format!("int x; int *p; {text} int main(void) {{ return f(); }}")), "f");
    assert_eq!(steps[steps.len() - 3..], ["%t3 = (divs %t1 %t2)", "close $a", "return %t3"]);
}

#[test]
fn literals_and_copies_belong_to_the_block_around_them() {
    assert_eq!(
        of("f", "struct s { int a[2]; }; void g(struct s v) { } void f(void) { { g((struct s){ 1 }); } x = 1; }"),
        [
            "open $\"<literal>\"",
            "open $argument",
            "call @g(&$argument)",
            "close $argument",
            "close $\"<literal>\"",
            "return"
        ]
    );
}
