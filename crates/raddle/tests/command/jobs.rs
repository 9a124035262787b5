//! `raddle bench jobs`: counts have to be the same, programs with many executions have to gain enough, and rows are kept.

use crate::common::{Run, raddle};
use std::path::Path;
use tempfile::TempDir;

/// (2N choose N) executions.
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

fn folder(suite: &str) -> TempDir {
    let folder = tempfile::tempdir().expect("a temporary folder");
    for (name, text) in [("steps.c", PROGRAM), ("small.toml", suite)] {
        std::fs::write(folder.path().join(name), text).expect("a file");
    }
    folder
}

const SUITE: &str = "reductions = [\"optimal\", \"source\", \"state\"]\n[[program]]\npath = \"steps.c\"\nsizes = [3]\n";

fn bench(folder: &Path, arguments: &[&str]) -> Run {
    let suite = folder.join("small.toml").display().to_string();
    raddle(&[&["bench", "jobs", suite.as_str(), "--runs", "2", "--spend", "1ms"], arguments].concat())
}

fn kept(folder: &Path) -> Option<String> {
    let files = std::fs::read_dir(folder).expect("a folder").flatten();
    let csv = files.map(|it| it.path()).find(|it| it.extension().is_some_and(|it| it == "csv"))?;
    Some(std::fs::read_to_string(csv).expect("a text"))
}

#[test]
fn all_reductions_are_compared_and_kept() {
    let folder = folder(SUITE);
    let run = bench(folder.path(), &["--jobs", "3"]);
    assert_eq!(run.code, 0, "{}{}", run.stdout, run.stderr);
    let rows: Vec<Vec<_>> = run.stdout.lines().map(|it| it.split_whitespace().collect()).collect();
    assert_eq!(rows[0][4..], ["1", "job", "s", "3", "jobs", "s", "gain", "cpu"], "{}", run.stdout);
    for (row, reduction) in rows[1..].iter().zip(["optimal", "source", "state"]) {
        assert_eq!(row[..3], ["steps", "3", reduction]);
        let [one, several, gain] = [5, 6, 7].map(|it: usize| row[it].parse::<f64>().expect("a number"));
        // Times are rounded to a thousandth of a second, and these runs take a few hundredths.
        assert!((one / several / gain - 1.0).abs() < 0.2, "{row:?}");
    }
    assert_eq!([rows[1][3], rows[2][3]], ["20", "20"]);
    assert!(run.stdout.contains("0 programs with 100000 executions or more: 0 gain at least 2.55; 3 smaller ones"));
    let kept = kept(folder.path()).expect("rows");
    assert!(
        kept.starts_with("# raddle bench jobs; 20") && kept.contains("# of each the fastest of so many turns"),
        "{kept}"
    );
    assert!(kept.contains("\nsteps,3,optimal,-,TRUE,20,0,0,3,2,0."), "{kept}");
}

#[test]
fn what_gains_less_is_named() {
    let folder = folder(SUITE);
    let arguments = ["--reduction", "optimal", "--many", "20", "--no-csv"];
    let slow = bench(folder.path(), &[&arguments[..], &["--least", "1000"]].concat());
    assert_eq!(slow.code, 5, "{}{}", slow.stdout, slow.stderr);
    assert!(slow.stdout.contains("1 programs with 20 executions or more: 0 gain at least 1000 (median "));
    assert!(slow.stdout.contains("\nless: steps 3 optimal "), "{}", slow.stdout);
    let fast = bench(folder.path(), &[&arguments[..], &["--least", "0.001"]].concat());
    assert_eq!(fast.code, 0, "{}{}", fast.stdout, fast.stderr);
    assert!(!fast.stdout.contains("less:") && kept(folder.path()).is_none(), "{}", fast.stdout);
}

#[test]
fn a_wrong_count_is_wrong_however_fast() {
    let folder = folder(&format!("{SUITE}executions.optimal = {{ 3 = 21 }}\n"));
    let run = bench(folder.path(), &["--no-csv"]);
    assert_eq!(run.code, 10, "{}{}", run.stdout, run.stderr);
    assert!(run.stdout.contains("    WRONG: expected 21 executions, got 20\n"), "{}", run.stdout);
    assert!(run.stdout.ends_with("2 smaller ones, 0 timed out, 1 wrong\nwrong: steps 3 optimal\n"), "{}", run.stdout);
}

#[test]
fn what_cannot_be_compared_is_refused() {
    let refused = |suite: &str, arguments: &[&str]| {
        let run = bench(folder(suite).path(), arguments);
        assert_eq!(run.code, 1, "{}{}", run.stdout, run.stderr);
        run.stderr
    };
    let solved = SUITE.replace("reductions", "engine = \"ordering\"\nreductions");
    assert!(refused(&solved, &[]).contains("is not explored: workers share explorations only"));
    let unknown = SUITE.replace("\"source\"", "\"sauce\"");
    assert!(refused(&unknown, &[]).contains("there is no reduction `sauce`"));
    assert!(refused(SUITE, &["--reduction", "value"]).contains("no program of the suite is run under"));
    assert!(refused(SUITE, &["--least", "nan"]).contains("a ratio is a number above 0"));
    assert!(refused(SUITE, &["--jobs", "1"]).contains("1 is not in 2..=1000"));
}
