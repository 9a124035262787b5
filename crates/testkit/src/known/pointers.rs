//! Programs that move pointers, compare them with `<`, or access 16 bytes at once. Whether they are right is reckoned from numbers alone.

use super::Case;
use crate::oracle::FaultKind;
use fastrand::Rng;
use std::fmt::Write;

/// What the program has.
const OBJECTS: &str = "\
extern void *malloc(unsigned long);
extern void free(void *);
static int a[4], m[3][4], b[6];
static struct { int before; int d[4]; int after; } g;
static int n, there;
";

/// Where a sum starts.
struct Start {
    /// As an expression.
    text: &'static str,
    /// How many elements of the array are behind it, and how many of the object.
    array: i64,
    object: i64,
    /// How many elements of the object are before it.
    before: i64,
}

const fn start(text: &'static str, array: i64, object: i64, before: i64) -> Start {
    Start { text, array, object, before }
}

/// With `there` 0, `n` any number. What a variable points to is known as an object only, so its array counts for what starts from it alone.
const STARTS: [Start; 7] = [
    start("a", 4, 4, 0),
    start("g.d", 4, 5, 1),
    start("m[1]", 4, 8, 4),
    start("m[2 + there]", 4, 4, 8),
    start("m[3 + there]", 4, 0, 12),
    start("(there ? a : b)", 6, 6, 0),
    start("heap", 4, 4, 0),
];

/// A pointer is moved, in one step or several.
pub fn moved(rng: &mut Rng) -> Case {
    let Start { text, array, object, before } = STARTS[rng.usize(..STARTS.len())];
    let by = rng.i64(-2..8);
    let by_variable = rng.bool();
    let number = if by_variable { "n".to_owned() } else { format!("({by})") };
    let is_variable = matches!(text, "heap" | "(there ? a : b)");
    let in_array = (0..=array.min(object)).contains(&by);
    let in_object = (-before..=object).contains(&by);
    let (moving, is_right) = match rng.u32(..5) {
        0 => (format!("int *p = {text} + {number};"), if is_variable { in_object } else { in_array }),
        1 => (format!("int *p = &({text})[{number}];"), if is_variable { in_object } else { in_array }),
        2 => (format!("int *p = {text}; p += {number};"), in_object),
        3 => (format!("int *p = {text}; p -= -{number};"), in_object),
        // One by one, so that no step leads further than the last.
        _ => {
            let step = if by < 0 { "p--" } else { "p++" };
            (format!("int *p = {text}; for (int i = 0; i < {}; i++) {step};", by.abs()), in_object)
        }
    };
    let mut body = String::from(OBJECTS);
    let _ = writeln!(
        body,
        "int main(void) {{\n  n = {by};\n  int *heap = malloc(4 * sizeof(int));\n  {moving}\n  int is_start = p == a;\n  \
         free(heap);\n  return is_start;\n}}"
    );
    Case { text: body, fails: (!is_right).then_some(FaultKind::Misuse) }
}

/// Two objects are compared, or two places in one.
pub fn ordered(rng: &mut Rng) -> Case {
    let (one, two, is_less) = [
        ("a", "b", None),
        ("&a[1]", "b", None),
        ("a", "&b[2]", None),
        ("a", "&a[2]", Some(true)),
        ("&b[3]", "&b[2]", Some(false)),
        ("&g.before", "&g.after", Some(true)),
        ("m[1]", "m[1]", Some(false)),
    ][rng.usize(..7)];
    let (claim, fails) = match rng.u32(..4) {
        0 => ("ONE < TWO", is_less != Some(false)),
        1 => ("ONE >= TWO", is_less != Some(true)),
        // Whichever it is, it stays so.
        2 => ("(ONE < TWO) == (TWO <= ONE)", false),
        _ => ("(ONE < TWO) != (TWO > ONE)", false),
    };
    let claim = claim.replace("ONE", "one").replace("TWO", "two");
    let text = format!(
        "{OBJECTS}int main(void) {{\n  int *one = {one}, *two = {two};\n  if ({claim}) reach_error();\n  return 0;\n}}\n"
    );
    Case { text, fails: fails.then_some(FaultKind::Assertion) }
}

/// An atomic object of 16 bytes in raw memory.
pub fn aligned(rng: &mut Rng) -> Case {
    let at = [0, 8, 16, 24, 32][rng.usize(..5)];
    let access = [
        "__atomic_load(pair, &found, 5);",
        "__atomic_store(pair, &found, 5);",
        "struct pair wanted = {1, 2}; __atomic_exchange(pair, &wanted, &found, 5);",
        "struct pair wanted = {1, 2}; __atomic_compare_exchange(pair, &found, &wanted, 0, 5, 5);",
    ][rng.usize(..4)];
    let text = format!(
        "struct pair {{ long low, high; }} __attribute__((aligned(16)));\n\
         static char room[64] __attribute__((aligned(16)));\nstatic int at;\n\
         int main(void) {{\n  at = {at};\n  struct pair *pair = (struct pair *)(room + at), found = {{0, 0}};\n  {access}\n  \
         return 0;\n}}\n"
    );
    Case { text, fails: (at % 16 != 0).then_some(FaultKind::Misaligned) }
}
