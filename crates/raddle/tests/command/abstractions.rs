//! `raddle bench` with the engine `cegar`: abstractions are compared, and folders are all programs in them.

use crate::common::{Run, raddle};
use std::path::Path;

/// An assertion that holds, and N rounds of a loop.
const SAFE: &str = "//@ verdict: TRUE
#include <assert.h>
#ifndef N
#define N 1
#endif
int main(void) { int i = 0; while (i < N) i++; assert(i == N); }
";

/// A folder with a suite `small.toml` of this text, and a folder `proofs` of programs and other things.
fn folder(suite: &str) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a temporary folder");
    std::fs::create_dir(folder.path().join("proofs")).expect("a folder");
    let unsafe_one = SAFE.replace("TRUE", "FALSE(reach)").replace("i == N", "i != N");
    for (name, text) in [
        ("small.toml", suite),
        ("proofs/rounds.c", SAFE),
        ("proofs/bad.c", &unsafe_one),
        ("proofs/README", "no program"),
        ("proofs/common.h", "no program either"),
    ] {
        std::fs::write(folder.path().join(name), text).expect("a file");
    }
    folder
}

fn bench(folder: &Path, arguments: &[&str]) -> Run {
    let suite = folder.join("small.toml").display().to_string();
    raddle(&[&["bench", suite.as_str()], arguments].concat())
}

const SUITE: &str = r#"
engine = "cegar"
abstractions = ["product", "coi-none", "explicit por-none coi-static assumes breadth"]
timeout = "20s"

[[program]]
folder = "proofs"
sizes = [1, 2]
"#;

#[test]
fn a_folder_is_all_programs_in_it() {
    let load = |suite: &str| raddle::bench::suite::load(&folder(suite).path().join("small.toml")).expect("a suite");
    let suite = load(SUITE);
    assert_eq!(suite.cases.len(), 2 * 2 * 3);
    let programs: Vec<_> = suite.cases.iter().map(|it| (&*it.program, &*it.size, &*it.verdict)).collect();
    assert_eq!(programs[..2], [("bad", "1", "FALSE(reach)"), ("bad", "2", "FALSE(reach)")], "by name");
    assert_eq!(programs[10..], [("rounds", "1", "TRUE"), ("rounds", "2", "TRUE")]);
    assert!(suite.cases.iter().all(|it| it.options == ["--property", "reach"]), "`reach` is what they are about");
    let suite = load(&SUITE.replace("sizes", "options = [\"--property=reach,race\"]\nsizes"));
    assert!(suite.cases.iter().all(|it| it.options == ["--property=reach,race"]), "if nothing else is said");
    let usual = load("engine = \"cegar\"\n[[program]]\npath = \"proofs/rounds.c\"\n");
    assert!(usual.cases.len() == 1 && usual.cases[0].reduction == "product" && usual.cases[0].options.is_empty());
    // Other engines have folders, too.
    let explored = load("reductions = [\"optimal\"]\n[[program]]\nfolder = \"proofs\"\n");
    assert_eq!(explored.cases.len(), 2);
}

/// Other engines answer as the heads say.
#[test]
fn the_programs_of_a_folder_are_run() {
    let folder = folder("reductions = [\"optimal\"]\n[[program]]\nfolder = \"proofs\"\n");
    let run = bench(folder.path(), &["--no-csv"]);
    assert_eq!(run.code, 0, "{}{}", run.stdout, run.stderr);
    assert!(run.stdout.contains("2 runs: 0 as expected, 2 without an expected count"), "{}", run.stdout);
    assert!(!run.stdout.contains("Table"), "{}", run.stdout);
}

#[test]
fn abstractions_are_compared() {
    let folder = folder(SUITE);
    let [rows, picture] = ["rows.csv", "picture.svg"].map(|it| folder.path().join(it).display().to_string());
    let run = bench(folder.path(), &["--csv", &rows, "--plot", &picture]);
    assert!(run.stdout.contains("\n12 runs: "), "{}{}", run.stdout, run.stderr);
    assert!(!run.stdout.contains("engine: "), "each was run as it was asked for: {}", run.stdout);
    assert!(!run.stdout.contains("got none"), "each has answered: {}", run.stdout);
    let titles = run.stdout.lines().next().expect("titles").split_whitespace().collect::<Vec<_>>();
    assert_eq!(titles[..6], ["program", "size", "abstraction", "expected", "seconds", "peak"]);
    let (_, tables) = run.stdout.split_once("\nTable 3.1").expect("a table");
    let (reductions, cones) = tables.split_once("\nTable 4.1").expect("a table");
    for (table, columns) in [(reductions, 4), (cones, 6)] {
        for abstraction in ["product", "coi-none", "explicit por-none coi-static assumes breadth"] {
            let rest = table.lines().find_map(|it| it.strip_prefix(abstraction));
            let cells = rest.expect("a line").split_whitespace().filter(|it| *it != "%");
            assert_eq!(cells.count(), columns, "{table}");
        }
    }
    let rows = std::fs::read_to_string(rows).expect("the rows");
    let fields = |line: &str| line.split(',').map(str::to_owned).collect::<Vec<_>>();
    let head = fields(rows.lines().nth(1).expect("a head"));
    assert!(rows.lines().skip(1).all(|it| fields(it).len() == head.len()), "{rows}");
    for name in ["cpu_seconds", "iterations", "last_states", "successor_time_us"] {
        assert!(head.iter().any(|it| it == name), "{name} is not in {head:?}");
    }
    let svg = std::fs::read_to_string(picture).expect("a picture");
    for text in [">CPU time (logarithmic)<", ">actions (logarithmic)<", ">size<"] {
        assert!(svg.contains(text), "{text} is not in {svg}");
    }
    let one = bench(folder.path(), &["--no-csv", "--abstraction", "coi-none", "--filter", "bad"]);
    assert!(one.stdout.contains("\n2 runs: "), "{}{}", one.stdout, one.stderr);
}

#[test]
fn a_bad_abstraction_or_folder_is_shown_on_its_line() {
    for (from, to, line, message) in [
        ("\"coi-none\"", "\"coi-some\"", 3, "`coi-some` is no part of an abstraction: there are explicit, predicates"),
        ("\"coi-none\"", "\"product explicit\"", 3, "`explicit` says again what was said before it"),
        ("\"coi-none\"", "\"\"", 3, "an abstraction is at least one of"),
        ("\"proofs\"", "\"poofs\"", 7, "poofs cannot be read"),
        ("\"proofs\"", "\"proofs\"\nname = \"all\"", 7, "`name` is about one program, and not about a folder"),
        ("\"proofs\"", "\"proofs\"\nverdict = \"TRUE\"", 7, "`verdict` is about one program"),
        ("\"proofs\"", "\"proofs\"\npath = \"proofs/bad.c\"", 6, "a program has either a `path` or a `folder`"),
        ("folder = \"proofs\"\n", "", 6, "a program has either a `path` or a `folder`"),
        ("sizes", "depths = [3, 4]\nsizes", 8, "depths go with the engine `peephole` only"),
    ] {
        let folder = folder(&SUITE.replacen(from, to, 1));
        let run = bench(folder.path(), &["--no-csv"]);
        assert_eq!(run.code, 2, "{to}: {}{}", run.stdout, run.stderr);
        assert!(run.stderr.contains(&format!("small.toml:{line}:")), "{to}: {}", run.stderr);
        assert!(run.stderr.contains(message), "{to}: {}", run.stderr);
        assert_eq!(run.stdout, "", "{to}");
    }
    let folder = folder(SUITE);
    std::fs::write(folder.path().join("proofs/silent.c"), "int main(void) {}\n").expect("a file");
    let run = bench(folder.path(), &["--no-csv"]);
    assert_eq!(run.code, 2, "{}{}", run.stdout, run.stderr);
    assert!(run.stderr.contains("silent.c: its head does not say `//@ verdict: …`"), "{}", run.stderr);
}
