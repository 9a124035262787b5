//! Random C programs of a few kinds whose answer is known when they are written, compared with what brute force finds: what only the
//! front end can get wrong, as everything else here begins behind it.
//!
//! * A function has a result on some ways only, and its caller uses the result, copies it, or drops it.
//! * A jump leads behind the initialiser of an array or a struct, or does not.
//! * A pointer is moved, compared with another one, or leads to an atomic object of 16 bytes (`pointers.rs`).
//! * A plain read stands beside a call that waits for another thread, in one expression or in two.
//! * Two numbers that another thread sets one after the other are read in one expression or in two.
//! * Calls that count are arguments of a function of the library, values of a literal, or lengths of an array.
//! * An object is used by its own initialiser, or a local atomic object is changed before it is set.

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
        let Case { text, fails } = match seed % 6 {
            0 => result(&mut rng),
            1 => jump(&mut rng),
            2 => beside(&mut rng),
            3 => reads(&mut rng),
            4 => operands(&mut rng),
            _ => own(&mut rng),
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

/// The writer sets `g` before `f`: who reads `f` first does not find `f` alone.
fn reads(rng: &mut Rng) -> Case {
    let load = ["NAME", "__atomic_load_n(&NAME, 5)", "get(&NAME)", "*where_NAME"][rng.usize(..4)];
    let (f, g) = (load.replace("NAME", "f"), load.replace("NAME", "g"));
    let (seen, may_be_alone) = [
        ("int seen = 10 * F + G;", true),
        ("int seen = sum(10 * F, G);", true),
        ("int both[2] = {10 * F, G}; int seen = both[0] + both[1];", true),
        ("int seen = F; seen = 10 * seen + G;", false),
        ("int seen = F && !G ? 10 : 0;", false),
        ("int seen = (F == 1) > G ? 10 : 0;", true),
        ("int second = G; int seen = 10 * F + second;", true),
    ][rng.usize(..7)];
    let seen = seen.replace('F', &f).replace('G', &g);
    let text = format!(
        "static _Atomic int f, g;\nstatic _Atomic int *where_f = &f, *where_g = &g;\n\
         static int get(_Atomic int *from) {{ return *from; }}\n\
         static int sum(int a, int b) {{ return a + b; }}\n\
         static void *writer(void *unused) {{ g = 1; f = 1; return 0; }}\n\
         int main(void) {{\n  pthread_t thread;\n  pthread_create(&thread, 0, writer, 0);\n  {seen}\n  \
         pthread_join(thread, 0);\n  if (seen == 10) reach_error();\n  (void)sum;\n  return 0;\n}}\n"
    );
    Case { text, fails: may_be_alone.then_some(FaultKind::Assertion) }
}

/// Calls that count, of which the left one gives 1 if it comes first; or a number that is used and counted up.
fn operands(rng: &mut Rng) -> Case {
    const ORDERED: Option<FaultKind> = None;
    const EITHER: Option<FaultKind> = Some(FaultKind::Assertion);
    const UNDEFINED: Option<FaultKind> = Some(FaultKind::Misuse);
    let (does, fails) = [
        ("__sync_val_compare_and_swap(&word, next(), 5 * next()); is_left = word == 10;", EITHER),
        ("int old = next(); __sync_val_compare_and_swap(&word, old, 5 * next()); is_left = word == 10;", ORDERED),
        ("__sync_bool_compare_and_swap(&word, i, ++i);", UNDEFINED),
        ("is_left = __sync_add_and_fetch(&words[next()], 4 * next()) == 8 && words[1];", EITHER),
        ("__sync_add_and_fetch(&words[i], i++);", UNDEFINED),
        ("struct pair it; it = (struct pair){next(), next()}; is_left = it.a == 1;", EITHER),
        ("struct pair it = (struct pair){next(), 7}; is_left = it.a == next() - 1;", ORDERED),
        ("int rows[next()][next()]; is_left = sizeof rows[0] == 2 * sizeof(int);", EITHER),
        ("int row[next()], last[next()]; is_left = sizeof last == 2 * sizeof row;", ORDERED),
        ("int rows[i + 1][i++ + 1]; is_left = sizeof rows > 0;", UNDEFINED),
        ("char text[8]; snprintf(text, 8, \"%d%d\", next(), next()); is_left = text[0] == '1';", EITHER),
        ("char text[8]; snprintf(text, 8, \"%d\", next()); is_left = text[0] == '1';", ORDERED),
        ("char text[8]; sprintf(text, \"%d%d\", i, i++);", UNDEFINED),
        ("int sum; __builtin_add_overflow(next(), 2 * next(), &sum); is_left = sum == 5;", EITHER),
    ][rng.usize(..14)];
    let text = format!(
        "extern int sprintf(char *, const char *, ...);\nextern int snprintf(char *, unsigned long, const char *, ...);\n\
         struct pair {{ int a, b; }};\nstatic int count, word = 1, words[3];\n\
         static int next(void) {{ return ++count; }}\n\
         int main(void) {{\n  int i = 0, is_left = 1;\n  {does}\n  if (!is_left) reach_error();\n  \
         (void)next;\n  return i < 0;\n}}\n"
    );
    Case { text, fails }
}

/// An object that its own initialiser reads, and an atomic one that is changed.
fn own(rng: &mut Rng) -> Case {
    let is_used = rng.u32(..4) > 0;
    let (declared, used, is_unset) = [
        ("struct { int a, b; } v = {1, v.a + 1};", "v.b", true),
        ("struct { int a, b; } v = {1, 2};", "v.b", false),
        ("struct list { void *next; int b; } v = {&v, 3};", "v.b", false),
        ("int v[2] = {v[1], 2};", "v[0]", true),
        ("int v[2] = {2, sizeof v[0]};", "v[1]", false),
        ("_Atomic int v = 1; v += 2;", "v", false),
        ("_Atomic int v; v = 1; v++;", "v", false),
    ][rng.usize(..7)];
    let (declared, used, is_unset, is_used) = match rng.u32(..4) {
        0 => ("_Atomic int v; v++;", "0", true, true),
        1 => ("_Atomic int v; v ^= 3;", "0", true, true),
        _ => (declared, used, is_unset, is_used),
    };
    let used = if is_used { format!("if ({used} == 5) it = 0;") } else { String::new() };
    let text = format!("int main(void) {{\n  int it = 0;\n  {declared}\n  {used}\n  return it;\n}}\n");
    Case { text, fails: (is_unset && is_used).then_some(FaultKind::Uninitialised) }
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
