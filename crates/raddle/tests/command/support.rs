//! What `raddle support` says about programs: what is not taken, what they are, and who takes them.

use crate::common::{Run, raddle};

/// What is said about a file with this text, its folder left out.
fn support(name: &str, text: &str) -> Run {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join(name);
    std::fs::write(&path, text).expect("a file");
    let mut run = raddle(&["support", &path.display().to_string()]);
    run.stdout = run.stdout.replace(&format!("{}/", folder.path().display()), "");
    run
}

const MANY: &str = "#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
_Bool __VERIFIER_nondet_bool(void);
_Atomic int flag, total;
void *worker(void *p) {
  int n = *(int *)p;
  for (int i = 0; i < n; i++) total++;
  while (!atomic_load_explicit(&flag, memory_order_acquire)) ;
  do { n = n / 2; } while (n > 0);
  return 0;
}
int fact(int n) { return n < 2 ? 1 : n * fact(n - 1); }
int main(void) {
  pthread_t t[4];
  int *p = malloc(sizeof *p);
  *p = __VERIFIER_nondet_int();
  for (int i = 0; i < 4; i++) pthread_create(&t[i], 0, worker, p);
  while (__VERIFIER_nondet_bool()) total = fact(3);
  flag = 1;
  for (int i = 3; i >= 0; i--) pthread_join(t[i], 0);
  free(p);
  return 0;
}
";

#[test]
fn a_program_with_everything() {
    let run = support("many.c", MANY);
    let expected = "\
approximated: malloc and pthread_create do not fail (--may-fail)
0 not supported, 0 not defined, 1 approximated
threads: main, and those started at 1 place (many.c:19:31)
loops: 3 with a known number of rounds; waiting for others at 1 place (many.c:10:11); no known bound at 2 places (many.c:11:8, many.c:20:10)
recursion: fact
nondeterminism: values are chosen at 2 places (many.c:18:8, many.c:20:10)
memory orders: weaker than seq_cst at 1 place (many.c:10:11)
heap: allocated at 1 place (many.c:17:12), freed at 1 place (many.c:23:3)
engine explore: stops where one of more than 256 values is chosen, at 1 place (many.c:18:8)
engine ordering: takes it
engine peephole: takes it; no claims about memory and race
engine cegar: takes it; reach only, and recursion only so deep
";
    assert_eq!((run.stdout.as_str(), run.code), (expected, 0), "{}", run.stderr);
}

#[test]
fn a_program_with_nothing() {
    let run = support("empty.c", "int main(void) { return 0; }\n");
    let expected = "\
0 not supported, 0 not defined, 0 approximated
threads: only main
loops: none
nondeterminism: none
memory orders: none weaker than seq_cst
heap: not used
engine explore: takes it
engine ordering: takes it
engine peephole: takes it; no claims about memory and race
engine cegar: takes it; reach only
";
    assert_eq!((run.stdout.as_str(), run.code), (expected, 0), "{}", run.stderr);
}

#[test]
fn what_the_library_does_counts_where_it_is_called() {
    let text = "#include <stdlib.h>\n#include <string.h>\n#include <math.h>\n#include <threads.h>\n#include <stdio.h>\n\
        int run(void *a) { return 0; }\n\
        int main(void) {\n  char *s = strdup(\"abc\");\n  thrd_t t;\n  thrd_create(&t, run, 0);\n  thrd_join(t, 0);\n  \
        int c = getchar();\n  double d = fmod(c, 3.0);\n  return d > 1;\n}\n";
    let run = support("library.c", text);
    for line in [
        "threads: main, and those started at 1 place (library.c:10:3)\n",
        "nondeterminism: values are chosen at 1 place (library.c:12:11)\n",
        "heap: allocated at 1 place (library.c:8:13), never freed\n",
        "engine explore: takes it\n",
        "engine ordering: takes it, unless a remainder of floating-point numbers depends on inputs, at 1 place (library.c:14:3)\n",
    ] {
        assert!(run.stdout.contains(line), "{line}{}", run.stdout);
    }
}

/// What is said of the engine `explore` is what happens.
#[test]
fn explore_stops_where_it_is_said_to_stop() {
    let text = |from: u32| {
        format!(
            "int __VERIFIER_nondet_int(void);\nvoid __VERIFIER_assume(int);\nint main(void) {{\n  \
             int x = __VERIFIER_nondet_int();\n  __VERIFIER_assume(x >= 0 && x < {from});\n  return x * x > 9;\n}}\n"
        )
    };
    for (many, takes) in [(256, true), (257, false)] {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("choice.c");
        std::fs::write(&path, text(many)).expect("a file");
        let path = path.display().to_string();
        let said = raddle(&["support", &path]).stdout;
        assert_eq!(said.contains("engine explore: takes it\n"), takes, "{said}");
        let run = raddle(&["check", &path, "--engine", "explore"]);
        assert_eq!(run.verdict() == "UNKNOWN(nondeterminism)", !takes, "{}", run.stdout);
    }
}

#[test]
fn a_program_in_text_form_is_described_too() {
    let text = "program lp64\napproximation \"clocks stand still\"\nglobal @x : i32\n\
        function @main() -> i32 entry {\n  l0 -> l1: store.4 [&@x] 1 rel\n  l1: return 0\n}\n";
    let run = support("small.ir", text);
    assert_eq!(run.code, 0, "{}", run.stderr);
    let begin =
        "approximated: clocks stand still\n0 not supported, 0 not defined, 1 approximated\nthreads: only main\n";
    assert!(run.stdout.starts_with(begin), "{}", run.stdout);
    assert!(run.stdout.contains("memory orders: weaker than seq_cst at 1 place (<generated>)\n"), "{}", run.stdout);
    assert_eq!(support("bad.ir", "program ???").code, 2);
}

#[test]
fn actors_are_described_in_their_own_words() {
    let text = "module M;
interface I { Int work(Int x); Unit stop(); }
class C implements I {
  Bool stopped = False;
  Int work(Int x) {
    while (x > 0) { x = x - 1; }
    Int y = random(3);
    await stopped;
    return y;
  }
  Unit stop() { stopped = True; }
}
{
  I i = new C();
  Fut<Int> f = i!work(2);
  foreach (x in list[1, 2]) { i!stop(); }
  Int y = f.get;
}
";
    let run = support("actors.abs", text);
    let expected = "\
0 not supported, 0 not defined, 0 approximated
objects: made at 1 place (actors.abs:14:9)
tasks: the main block, and those made at 2 places (actors.abs:15:16, actors.abs:16:31)
waits: at 2 places (actors.abs:8:5, actors.abs:17:11)
loops: 1 over lists; no known bound at 1 place (actors.abs:6:5)
nondeterminism: values are chosen at 1 place (actors.abs:7:13)
engine explore: takes it
";
    assert_eq!((run.stdout.as_str(), run.code), (expected, 0), "{}", run.stderr);
}

#[test]
fn what_actors_cannot_have_is_listed_at_its_line() {
    let text = "module ABS.StdLib;\nmodule M;\nimport * from Nowhere;\n{\n  Time t = now();\n  Int x = y;\n}\n";
    let run = support("bad.abs", text);
    let expected = "\
bad.abs:1:8: approximated: module ABS.StdLib belongs to the language, and this one is not used
bad.abs:3:15: there is no module Nowhere [A0202]
bad.abs:5:12: now is not supported [A0511]
bad.abs:6:11: there is no variable y [A0209]
1 not supported, 2 not defined (a file may be missing), 1 approximated
";
    assert_eq!((run.stdout.as_str(), run.code), (expected, 2), "{}", run.stderr);
    let run = raddle(&["support", "no/such/file.abs"]);
    assert_eq!((run.code, run.stdout.as_str()), (2, ""), "{}", run.stderr);
}
