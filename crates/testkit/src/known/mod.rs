//! Random C programs of a few kinds whose answer is known when they are written, compared with what brute force finds: what only the
//! front end can get wrong, as everything else here begins behind it.
//!
//! * A function has a result on some ways only, and its caller uses the result, copies it, or drops it.
//! * A jump leads behind the initialiser of an array or a struct, or does not.
//! * A pointer is moved, compared with another one, or leads to an atomic object of 16 bytes (`pointers.rs`).
//! * A plain read stands beside a call that waits for another thread, in one expression or in two.

mod pointers;

use crate::agree::agree;
use crate::fuzz::load;
use crate::oracle::{self, FaultKind, Options};
use fastrand::Rng;
use std::collections::BTreeSet;
use std::fmt::Write;

/// What every program declares.
const HEAD: &str = "\
typedef unsigned long pthread_t;
extern int pthread_create(pthread_t *, const void *, void *(*)(void *), void *);
extern int pthread_join(pthread_t, void **);
extern void __VERIFIER_assume(int);
extern void reach_error(void);
";

/// A program, and how it fails, if it does.
struct Case {
    text: String,
    fails: Option<FaultKind>,
}

impl Case {
    fn of(seed: u64) -> Case {
        let mut rng = Rng::with_seed(seed);
        let Case { text, fails } = match seed % 3 {
            0 => result(&mut rng),
            1 => jump(&mut rng),
            _ => beside(&mut rng),
        };
        Case { text: format!("{HEAD}{text}"), fails }
    }

    fn of_pointers(seed: u64) -> Case {
        let mut rng = Rng::with_seed(seed);
        let Case { text, fails } = match seed % 4 {
            0 | 1 => pointers::moved(&mut rng),
            2 => pointers::ordered(&mut rng),
            _ => pointers::aligned(&mut rng),
        };
        Case { text: format!("{HEAD}{text}"), fails }
    }
}

/// A function with a result for some arguments.
fn result(rng: &mut Rng) -> Case {
    let ty = ["int", "unsigned", "short", "unsigned char"][rng.usize(..4)];
    let known: Vec<u32> = (0..4).filter(|_| rng.bool()).collect();
    let given = rng.u32(..4);
    let mut text = format!("static {ty} f(int x) {{\n");
    for it in &known {
        let _ = writeln!(text, "  if (x == {it}) return {};", rng.u32(..3));
    }
    let (using, is_use) = [
        ("f(GIVEN);", false),
        ("int r = f(GIVEN); int s = r; (void)s;", false),
        ("if (f(GIVEN) > 1) return 0;", true),
        ("int r = f(GIVEN); int a[3] = {0, 0, 0}; a[r & 1] = 1; if (a[1]) return 0;", true),
        ("return f(GIVEN) ? 1 : 0;", true),
    ][rng.usize(..5)];
    let using = using.replace("GIVEN", &given.to_string());
    let _ = writeln!(text, "}}\nint main(void) {{\n  {using}\n  return 0;\n}}");
    let fails = (is_use && !known.contains(&given)).then_some(FaultKind::Uninitialised);
    Case { text, fails }
}

/// An object whose initialiser may be jumped over.
fn jump(rng: &mut Rng) -> Case {
    let (jumps, is_used, may_be_seen) = (rng.bool(), rng.u32(..4) > 0, rng.bool());
    let (declared, used) = [
        ("int v[2] = {1, 0};", "v[1]"),
        ("int v[3] = {0};", "v[2]"),
        ("struct { char c; int i; } v = {1, 2};", "v.i"),
        ("struct { int i; short s[2]; } v = {0};", "v.s[1]"),
        ("int v = 1;", "v"),
    ][rng.usize(..5)];
    let seen = if may_be_seen { "  void *seen = &v;\n  (void)seen;\n" } else { "" };
    let used = if is_used { format!("if ({used} == 5) there = 0;") } else { "there = 0;".to_owned() };
    let body = match rng.bool() {
        true => format!("  if (there) goto inside;\n  {{\n  {declared}\n  inside:;\n{seen}  {used}\n  }}\n"),
        false => format!("  switch (there) {{\n  case 0:;\n  {declared}\n  case 1:;\n{seen}  {used}\n  }}\n"),
    };
    let text = format!("int main(void) {{\n  int there = {};\n{body}  return 0;\n}}\n", u32::from(jumps));
    Case { text, fails: (jumps && is_used).then_some(FaultKind::Uninitialised) }
}

/// A plain read and a call that waits: the sum is 3 if the call comes first, and may be 2 if the read does.
fn beside(rng: &mut Rng) -> Case {
    let wait = ["__VERIFIER_assume(flag == 1);", "__VERIFIER_assume(__atomic_load_n(&flag, 5) == 1);"][rng.usize(..2)];
    let read = ["number", "*where", "box.number"][rng.usize(..3)];
    let (sum, may_be_early) = [
        ("int sum = READ + wait();", true),
        ("int sum = wait() + READ;", true),
        ("int sum = wait(); sum += READ;", false),
        ("int first = READ; int sum = first + wait();", true),
        ("int sum; if (wait() == 2) sum = READ + 2; else sum = 3;", false),
    ][rng.usize(..5)];
    let (sum, writes) = (sum.replace("READ", read), if read == "box.number" { "box.number" } else { "number" });
    let text = format!(
        "static int number;\nstatic struct {{ int number; }} box;\nstatic _Atomic int flag;\nstatic int *where = &number;\n\
         static int wait(void) {{ {wait} return 2; }}\n\
         static void *writer(void *unused) {{ {writes} = 1; flag = 1; return 0; }}\n\
         int main(void) {{\n  pthread_t thread;\n  pthread_create(&thread, 0, writer, 0);\n  {sum}\n  \
         pthread_join(thread, 0);\n  if (sum == 2) reach_error();\n  return 0;\n}}\n"
    );
    Case { text, fails: may_be_early.then_some(FaultKind::Assertion) }
}

/// Compares the program of a seed; says whether it fails.
pub fn check(seed: u64) -> Result<bool, String> {
    compare(Case::of(seed), false)
}

/// The same for programs about pointers, which the machine must agree about.
pub fn check_pointers(seed: u64) -> Result<bool, String> {
    compare(Case::of_pointers(seed), true)
}

fn compare(case: Case, with_machine: bool) -> Result<bool, String> {
    let Case { text, fails } = case;
    let complain = |what: String| format!("{what}\n{text}");
    let raw = load::raw(&text, &c::Options::default()).map_err(&complain)?;
    let program = load::prepared(&raw).map_err(&complain)?;
    let expected: BTreeSet<FaultKind> = fails.into_iter().collect();
    let report = oracle::explore(&program, &Options::default());
    if report.incomplete || report.violations != expected {
        return Err(complain(format!("expected {expected:?}, found {:?}", report.violations)));
    }
    if with_machine {
        agree(&program, &Options::default()).map_err(&complain)?;
    }
    Ok(fails.is_some())
}
