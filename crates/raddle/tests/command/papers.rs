//! `raddle bench papers`: the pages are what the command writes, their figures repeat, and whoever differs says why.

use crate::common::{Run, raddle, root};
use std::collections::BTreeMap;
use std::path::Path;

/// All files below a folder by their paths, as text.
fn files(folder: &Path) -> BTreeMap<String, String> {
    fn collect(folder: &Path, below: &str, list: &mut BTreeMap<String, String>) {
        for entry in std::fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            let name = format!("{below}{}", path.file_name().expect("a name").to_string_lossy());
            if path.is_dir() {
                collect(&path, &format!("{name}/"), list);
            } else {
                list.insert(name, std::fs::read_to_string(&path).expect("a text"));
            }
        }
    }
    let mut list = BTreeMap::new();
    collect(folder, "", &mut list);
    list
}

/// A copy of the figures that are kept, without any page.
fn copy_of_figures() -> tempfile::TempDir {
    let copy = tempfile::tempdir().expect("a temporary folder");
    std::fs::create_dir(copy.path().join("figures")).expect("a folder");
    for (name, text) in files(&root().join("docs/results/figures")) {
        std::fs::write(copy.path().join("figures").join(name), text).expect("a file");
    }
    copy
}

fn papers(output: &Path, arguments: &[&str]) -> Run {
    let output = output.display().to_string();
    raddle(&[&["bench", "papers", "--output", &output], arguments].concat())
}

#[test]
fn pages_and_pictures_are_those_of_the_figures() {
    let copy = copy_of_figures();
    let run = papers(copy.path(), &["--no-run"]);
    assert_eq!(run.code, 0, "{}{}", run.stdout, run.stderr);
    assert!(!run.stdout.contains("without a reason"), "{}", run.stdout);
    let (kept, written) = (files(&root().join("docs/results")), files(copy.path()));
    let names = |files: &BTreeMap<String, String>| files.keys().cloned().collect::<Vec<_>>();
    assert_eq!(names(&kept), names(&written));
    for (name, text) in &kept {
        assert!(written[name] == *text, "docs/results/{name} is not what `raddle bench papers --no-run` writes");
    }
}

/// The lines of a file of figures, without what no two runs have in common.
fn repeating(text: &str) -> Vec<Vec<String>> {
    let lines: Vec<Vec<_>> = text.lines().filter(|it| !it.starts_with('#')).map(|it| it.split(',').collect()).collect();
    let is_time = |index: usize| ["wall_s", "cpu_s", "successor-time-us"].contains(&lines[0][index]);
    let plain = |fields: &Vec<&str>| -> Vec<_> {
        assert_eq!(fields.len(), lines[0].len(), "no field has a comma: {fields:?}");
        fields.iter().enumerate().filter(|it| !is_time(it.0)).map(|it| it.1.to_string()).collect()
    };
    lines.iter().map(plain).collect()
}

#[test]
fn quick_runs_repeat_what_is_kept() {
    let copy = copy_of_figures();
    let run = papers(copy.path(), &["--quick"]);
    assert_eq!(run.code, 0, "{}{}", run.stdout, run.stderr);
    let runs = |line: &str| line.strip_suffix(" runs")?.split_once(": ")?.1.parse::<u32>().ok();
    assert!(run.stdout.lines().filter_map(runs).sum::<u32>() >= 50, "{}", run.stdout);
    let new = files(&copy.path().join("figures"));
    for (name, text) in files(&root().join("docs/results/figures")) {
        for (old, new) in repeating(&text).iter().zip(repeating(&new[&name])) {
            assert_eq!(*old, new, "{name}");
        }
    }
}

#[test]
fn every_published_row_has_a_line() {
    let index = std::fs::read_to_string(root().join("docs/results/README.md")).expect("the index");
    for (table, rows) in [
        ("cdpor.md#table-1", 4),
        ("cdpor.md#table-2", 18),
        ("vc.md#table-1", 54),
        ("vc.md#table-2", 36),
        ("vc.md#table-3", 51),
        ("vc.md#table-4", 12),
        ("vc.md#figure-8", 6),
        ("peephole.md#table-1", 14),
        ("peephole.md#figure-8", 8),
        ("thesis.md#table-31", 4),
        ("thesis.md#figure-36", 3),
        ("thesis.md#table-41", 6),
        ("thesis.md#figure-43", 2),
        ("thesis.md#table-51", 4),
        ("thesis.md#figure-55", 2),
    ] {
        let line = index.lines().find(|it| it.contains(&format!("({table})"))).expect("a line in the index");
        let counts: Vec<usize> = line.split('|').skip(2).filter_map(|it| it.trim().parse().ok()).collect();
        assert_eq!((counts[0], counts[1..].iter().sum::<usize>()), (rows, rows), "{line}");
    }
}

const PROGRAM: &str = "#include <pthread.h>
#include <stdatomic.h>
atomic_int x;
void *t(void *a) { for (int i = 0; i < N; i++) atomic_store(&x, i); return 0; }
int main(void) {
  pthread_t p, q;
  pthread_create(&p, 0, t, 0); pthread_create(&q, 0, t, 0);
  pthread_join(p, 0); pthread_join(q, 0);
}
";

/// (2N choose N) executions, all of them different: 2 and 6.
const SUITE: &str = r#"
reductions = ["optimal"]
[[program]]
path = "steps.c"
called = "Steps"
sizes = [1, 2]
published.1 = { optimal = 2 }
published.2 = { optimal = 6 }
published.9 = { optimal = 48620 }
beyond = "It takes too long."

[[program]]
called = "Other"
absent = "There is none."
published.3 = { optimal = 1 }
"#;

const BOOK: &str = r#"
[[paper]]
key = "small"
title = "Small"
authors = "Somebody"
about = "About it."
[[paper.table]]
name = "Table 1"
suite = "small.toml"
about = "A table."
lines = "programs"
picture = "published"
quick = ["steps"]
column = [{ title = "Optimal", way = "optimal", compare = "fewer" }]
"#;

/// Runs a small book with this suite, and gives the page as well.
fn small(suite: &str, book: &str, arguments: &[&str]) -> (Run, String) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    for (name, text) in [("steps.c", PROGRAM), ("small.toml", suite), ("book.toml", book)] {
        std::fs::write(folder.path().join(name), text).expect("a file");
    }
    let path = folder.path().join("book.toml").display().to_string();
    let output = folder.path().join("out");
    let run = papers(&output, &[&[path.as_str()], arguments].concat());
    (run, std::fs::read_to_string(output.join("small.md")).unwrap_or_default())
}

#[test]
fn lines_are_matched_or_not_run() {
    let (run, page) = small(SUITE, BOOK, &[]);
    assert_eq!(run.code, 0, "{}{}", run.stdout, run.stderr);
    for line in [
        "| Steps(1) | 2 = | **matched** |",
        "| Steps(2) | 6 = | **matched** |",
        "| Steps(9) | 48,620 | **not run** (1) |",
        "| Other(3) | 1 | **not run** (2) |",
        "1. It takes too long.",
        "2. There is none.",
    ] {
        assert!(page.lines().any(|it| it == line), "{line} in\n{page}");
    }
    assert!(page.contains("![Table 1](small-table-1.svg)"), "{page}");
    assert!(run.stdout.contains("lines: 2 matched, 2 not run\n"), "{}", run.stdout);
}

#[test]
fn a_difference_needs_a_reason() {
    let suite = SUITE.replace("optimal = 6", "optimal = 5");
    let (run, page) = small(&suite, BOOK, &[]);
    assert_eq!(run.code, 5, "{}{}", run.stdout, run.stderr);
    assert!(run.stdout.contains("without a reason: small Table 1 Steps(2)\n"), "{}", run.stdout);
    assert!(page.contains("| Steps(2) | 5 → 6 | **different** |"), "{page}");
    let (run, page) = small(&suite.replace("beyond", "because.2 = \"One more.\"\nbeyond"), BOOK, &[]);
    assert_eq!(run.code, 0, "{}{}", run.stdout, run.stderr);
    assert!(page.contains("| Steps(2) | 5 → 6 | **different** (1) |") && page.contains("\n1. One more.\n"), "{page}");
}

#[test]
fn fewer_are_better_on_the_same_program_only() {
    let suite = SUITE.replace("optimal = 6", "optimal = 7");
    let (run, page) = small(&suite, BOOK, &[]);
    assert_eq!(run.code, 0, "{}{}", run.stdout, run.stderr);
    assert!(page.contains("| Steps(2) | 7 → 6 | **better** |"), "{page}");
    let (run, page) = small(&suite.replace("beyond", "alike = \"Another one.\"\nbeyond"), BOOK, &[]);
    assert_eq!(run.code, 0, "{}{}", run.stdout, run.stderr);
    assert!(page.contains("| Steps(1) | 2 = | **matched** |"), "{page}");
    assert!(
        page.contains("| Steps(2) | 7 → 6 | **different** (1) |") && page.contains("\n1. Another one.\n"),
        "{page}"
    );
    let (run, page) = small(&suite, &BOOK.replace("fewer", "same"), &[]);
    assert_eq!(run.code, 5, "{}{}", run.stdout, run.stderr);
    assert!(page.contains("| Steps(2) | 7 → 6 | **different** |"), "{page}");
}

#[test]
fn what_is_not_run_needs_figures_or_a_reason() {
    let (run, page) = small(SUITE, BOOK, &["--no-run"]);
    assert_eq!(run.code, 5, "{}{}", run.stdout, run.stderr);
    assert!(page.contains("| Steps(1) | 2 | **not run** |"), "{page}");
    let (run, page) = small(SUITE, BOOK, &["--quick"]);
    assert_eq!(run.code, 5, "{}{}", run.stdout, run.stderr);
    assert!(run.stdout.contains("small: 1 runs\n"), "{}", run.stdout);
    assert!(page.contains("| Steps(1) | 2 = | **matched** |"), "{page}");
    assert!(page.contains("| Steps(2) | 6 | **not run** |"), "{page}");
}

#[test]
fn an_interrupted_run_is_continued() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    for (name, text) in [("steps.c", PROGRAM), ("small.toml", SUITE), ("book.toml", BOOK)] {
        std::fs::write(folder.path().join(name), text).expect("a file");
    }
    let (book, output) = (folder.path().join("book.toml").display().to_string(), folder.path().join("out"));
    let first = papers(&output, &[&book, "--quick"]);
    assert!(first.stdout.contains("small: 1 runs\n") && first.code == 5, "{}{}", first.stdout, first.stderr);
    let second = papers(&output, &[&book, "--missing"]);
    assert!(second.stdout.contains("small: 1 runs\n") && second.code == 0, "{}{}", second.stdout, second.stderr);
    let third = papers(&output, &[&book, "--missing"]);
    assert!(!third.stdout.contains(" runs\n") && third.code == 0, "{}{}", third.stdout, third.stderr);
}

#[test]
fn a_wrong_count_is_an_error() {
    let suite = SUITE.replace("beyond", "executions.optimal = { 2 = 7 }\nbeyond");
    let (run, _) = small(&suite, BOOK, &[]);
    assert_eq!(run.code, 10, "{}{}", run.stdout, run.stderr);
    assert!(run.stdout.contains("wrong: steps 2 optimal\n"), "{}", run.stdout);
}

#[test]
fn mistakes_are_shown_on_their_lines() {
    for (good, bad, message) in [
        ("small.toml", "other.toml", "other.toml is not there"),
        ("\"optimal\"", "\"source\"", "Table 1: nothing in the suite is run with `source`"),
        ("[\"steps\"]", "[\"stops\"]", "Table 1: the suite has no program `stops`"),
        ("\"programs\"", "\"ways\"", "Table 1: columns of `programs` and `sizes` have a way"),
        ("\"fewer\"", "\"less\"", "unknown variant `less`"),
        ("about = \"About it.\"", "", "missing field `about`"),
    ] {
        let (run, _) = small(SUITE, &BOOK.replacen(good, bad, 1), &[]);
        assert_eq!(run.code, 2, "{bad}: {}{}", run.stdout, run.stderr);
        assert!(run.stderr.contains("book.toml:") && run.stderr.contains(message), "{bad}: {}", run.stderr);
    }
    for (good, bad, message) in [
        ("called = \"Other\"", "path = \"steps.c\"", "a program that is `absent` has what it is `called`"),
        ("beyond = \"It takes too long.\"", "", "`9` is not among the sizes"),
        ("beyond", "because.9 = \"…\"\nbeyond", "nothing is published for the size `9`, or it is not run"),
        ("sizes = [1, 2]", "sizes = [1, 1, 2]", "the suite has two runs of `steps` that are called the same"),
        ("{ optimal = 2 }", "{ optimal = { exections = 2 } }", "what is published is a number of executions"),
    ] {
        let (run, _) = small(&SUITE.replacen(good, bad, 1), BOOK, &[]);
        assert_eq!(run.code, 2, "{bad}: {}{}", run.stdout, run.stderr);
        assert!(run.stderr.contains(".toml:") && run.stderr.contains(message), "{bad}: {}", run.stderr);
    }
    let (run, _) = small(SUITE, BOOK, &["--only", "large"]);
    assert_eq!(run.code, 1, "{}{}", run.stdout, run.stderr);
    assert!(run.stderr.contains("there is no paper `large`: there are small"), "{}", run.stderr);
    let nowhere = raddle(&["bench", "papers", "/no/such/file.toml"]);
    assert_eq!(nowhere.code, 2, "{}{}", nowhere.stdout, nowhere.stderr);
}
