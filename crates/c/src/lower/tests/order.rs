//! Which expressions have more than one order, and which have none. `crate::evaluation` decides.

use super::from_text::lowered;
use ir::{Action, Operation, Stop};

/// How often the functions of a program choose, and how often they may stop for misuse.
fn counts(text: &str) -> (usize, usize) {
    let program = lowered(text);
    let actions: Vec<&Action> = program.functions.iter().flat_map(|it| &it.edges).map(|it| &it.action).collect();
    let chooses = |it: &&&Action| matches!(it, Action::Visible(Operation::Choose { .. }));
    let stops = |it: &&&Action| matches!(it, Action::Stop(Stop::Misuse(_)));
    (actions.iter().filter(chooses).count(), actions.iter().filter(stops).count())
}

const NOTHING: (usize, usize) = (0, 0);
const UNDEFINED: (usize, usize) = (0, 1);

fn main_of(body: &str) -> (usize, usize) {
    let functions = "int g(void) { return ++x; } int h(void) { return y; } int two(int a, int b) { return a - b; }
        int own(int n) { int a[2]; a[0] = n; return a[0]; } int at(int *p) { return (*p)++; }";
    counts(&format!("int x, y, a[4]; {functions} int main(void) {{ int i = 0, k = 0; {body} return i + k; }}"))
}

#[test]
fn what_is_sequenced_stays_as_it_is() {
    for body in [
        "i = i + 1; i += i; a[i] = i; k = (i++, i) + k;",
        "i++ && i++; k = i ? i++ : i; i = (i++, 5);",
        "i = two(i++, k);",
        "x = g(); x += g(); a[i] = g(); k = h() + g();",
        "k = own(1) + own(2) + h() - h();",
        "k = at(&i) + at(&k);",
    ] {
        assert_eq!(main_of(body), NOTHING, "{body}");
    }
}

#[test]
fn two_changes_of_one_variable_are_undefined() {
    for body in [
        "k = i++ + i++;",
        "a[i] = i++;",
        "i = i++ + 1;",
        "i = ++i;",
        "k = two(i, i++);",
        "k = (i = 1) + i;",
        "i += i++;",
        "k = i++ ? (i = two(i, 1)) + i : 0;",
        "k = (i++, 1) + i;",
        "i += two(i++, 1);",
    ] {
        assert_eq!(main_of(body), UNDEFINED, "{body}");
    }
}

#[test]
fn the_order_of_calls_is_chosen_where_it_matters() {
    assert_eq!(main_of("k = g() - g();"), (1, 0));
    assert_eq!(main_of("k = two(g(), x);"), (1, 0));
    assert_eq!(main_of("k = g() * 2 + (x - 1);"), (1, 0));
    assert_eq!(main_of("k = two(g(), g()) + x;"), (5, 0), "six orders");
    assert_eq!(main_of("int b[2] = {i++, i++}; k = b[0];"), (1, 0));
    assert_eq!(main_of("k = at(&x) + g();"), (1, 0));
    assert_eq!(main_of("k = i ? g() + g() : 0;"), (1, 0));
}

#[test]
fn pointers_are_compared_when_they_are_known() {
    let (chooses, stops) =
        counts("int f(int *p, int *q) { return *p = (*q)++; } int main(void) { int a = 0; return f(&a, &a); }");
    assert_eq!(chooses, 0);
    assert!(stops > 0);
    let strings = "void copy(char *p, char *q) { while ((*p++ = *q++)) ; } int main(void) { char a[2], b[2] = \"a\"; copy(a, b); return 0; }";
    // Each of both pointers could leave its array.
    assert_eq!(counts(strings), (0, 2));
    let members = "struct s { int a, b[2], n; } s; void f(struct s *p, struct s *q) { p->a = q->n++; p->b[q->n++] = 1; } int main(void) { f(&s, &s); return 0; }";
    // The index has a bound of its own.
    assert_eq!(counts(members), (0, 1));
}
