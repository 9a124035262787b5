//! `raddle bench peers`: what other checkers say is understood, compared and kept, whatever becomes of them.
//!
//! The peers are small scripts that answer in the words of the real ones, and are called as `bench/peers.toml` says.

use crate::common::{Run, raddle, root};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use tempfile::TempDir;

/// (2N choose N) executions. With BUG the last of two writes may be the wrong one.
const PROGRAM: &str = "#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
atomic_int x;
void *t(void *a) { for (int i = 0; i < N; i++) atomic_store(&x, (a != 0) + i); return 0; }
int main(void) {
  pthread_t p, q;
  pthread_create(&p, 0, t, 0); pthread_create(&q, 0, t, &x);
  pthread_join(p, 0); pthread_join(q, 0);
#ifdef BUG
  assert(x == N);
#endif
}
";

const NIDHUGG: &str = "echo 'Trace count: 6'; echo 'Assume-blocked trace count: 2'; \
                       echo 'Sleepset-blocked trace count: 1'; echo 'No errors were detected.'";
const GENMC: &str = "echo '*** Verification complete.'; echo 'No errors were detected.'; \
                     echo 'Number of complete executions explored: 6'; echo 'Number of blocked executions seen: 4'";
const CBMC: &str = "echo '[main.assertion.1] line 9 assertion x: SUCCESS'; echo 'VERIFICATION SUCCESSFUL'";

/// A folder with the program, a suite that has these lines for it, and fake peers: names, and what they do when asked.
fn folder(lines: &str, peers: &[(&str, &str)]) -> TempDir {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let write = |name: &str, text: &str| std::fs::write(folder.path().join(name), text).expect("a file");
    write("steps.c", PROGRAM);
    let callers = root().join("bench/peers.toml").display().to_string();
    let head = "reductions = [\"optimal\"]\nmemory = \"2GB\"\n[[program]]\npath = \"steps.c\"\n";
    write("small.toml", &format!("callers = \"{callers}\"\n{head}{lines}\n"));
    for (name, answer) in peers {
        let script = format!(
            "#!/bin/sh\ncase \"$*\" in *--version*) echo; echo '{name} 9.1 (fake)'; exit 0;; esac\n\
             echo \"$@\" > \"$(dirname \"$0\")/{name}.words\"\n{answer}\n"
        );
        write(name, &script);
        let permissions = std::fs::Permissions::from_mode(0o755);
        std::fs::set_permissions(folder.path().join(name), permissions).expect("permissions");
    }
    folder
}

/// Runs the suite with fake peers of these names.
fn bench(folder: &Path, peers: &[&str], arguments: &[&str]) -> Run {
    let path = |name: &str| folder.join(name).display().to_string();
    let (suite, record) = (path("small.toml"), path("record"));
    let peers: Vec<_> = peers.iter().map(|it| format!("--peer={it}={}", path(it))).collect();
    let mut words = vec!["bench", "peers", &suite];
    if !arguments.contains(&"--no-record") {
        words.extend(["--record", &record]);
    }
    words.extend(peers.iter().map(String::as_str));
    raddle(&[&words, arguments].concat())
}

/// The columns of the row of a checker in the table, without the program and its size.
fn row<'a>(run: &'a Run, checker: &str) -> Vec<&'a str> {
    let mut rows = run.stdout.lines().map(|it| it.split_whitespace().collect::<Vec<_>>());
    let row =
        rows.find(|it| it.iter().take(3).any(|word| *word == checker)).unwrap_or_else(|| panic!("{}", run.stdout));
    let start = row.iter().position(|it| *it == checker).expect("it is there");
    row[start..].to_vec()
}

/// The files of the record by name, and their texts.
fn records(folder: &Path) -> Vec<(String, String)> {
    let entries = std::fs::read_dir(folder.join("record")).expect("a folder").flatten();
    let named = |it: std::fs::DirEntry| it.file_name().to_string_lossy().into_owned();
    let mut files: Vec<_> =
        entries.map(|it| (std::fs::read_to_string(it.path()).expect("a text"), named(it))).collect();
    files.sort_by_key(|it| it.1.len());
    files.into_iter().map(|(text, name)| (name, text)).collect()
}

#[test]
fn all_peers_are_understood_and_kept() {
    let lines = "sizes = [2]\n[program.against]\nnidhugg = {}\ngenmc = {}\ndeagle = {}\n\
                 cbmc = { options = [\"--unwind\", \"7\"] }";
    let peers = [("nidhugg", NIDHUGG), ("genmc", GENMC), ("cbmc", CBMC), ("deagle", CBMC)];
    let folder = folder(lines, &peers);
    let run = bench(folder.path(), &["nidhugg", "genmc", "cbmc", "deagle"], &[]);
    assert_eq!(run.code, 0, "{}{}", run.stdout, run.stderr);
    assert_eq!(row(&run, "raddle")[1..5], ["TRUE", "-", "6", "0"]);
    assert_eq!(row(&run, "nidhugg")[1..5], ["safe", "agrees", "6", "3"]);
    assert_eq!(row(&run, "genmc")[1..5], ["safe", "agrees", "6", "4"]);
    assert_eq!(row(&run, "cbmc")[1..5], ["safe", "agrees", "-", "-"]);
    assert_eq!(row(&run, "deagle")[1..5], ["safe", "agrees", "-", "-"]);
    assert_eq!(row(&run, "genmc")[7], "1.00", "as many executions");
    assert!(
        run.stdout.contains("median of genmc/raddle: executions 1.00 (1.00 to 1.00; 1 runs), cpu "),
        "{}",
        run.stdout
    );
    assert!(run.stdout.contains("median of cbmc/raddle: cpu "), "{}", run.stdout);
    assert!(run.stdout.contains("1 programs: 4 answers of peers agree, 0 differ for a known reason, 0 without one"));

    let program = folder.path().join("steps.c").display().to_string();
    let words =
        |name: &str| std::fs::read_to_string(folder.path().join(format!("{name}.words"))).expect("it was called");
    assert_eq!(words("nidhugg"), format!("-DN=2 -- --sc --optimal --no-check-mutex-init {program}\n"));
    assert_eq!(words("genmc"), format!("--sc --disable-estimation --disable-sr -- -DN=2 {program}\n"));
    assert!(words("cbmc").contains("-DN=2") && words("cbmc").ends_with(&format!("--unwind 7 {program}\n")));

    let again = bench(folder.path(), &["genmc"], &["--runs", "2"]);
    assert_eq!(again.code, 0, "{}{}", again.stdout, again.stderr);
    let [(first, kept), (second, _)] = &records(folder.path())[..] else { panic!("two files") };
    assert!(first.starts_with("peers-20") && second.ends_with("-2.csv"), "{first} {second}");
    for (name, _) in peers {
        assert!(kept.contains(&format!("# {name}: {name} 9.1 (fake)\n")), "{kept}");
    }
    assert!(kept.starts_with("# raddle bench peers; 20") && kept.contains(" cores"), "{kept}");
    assert!(kept.contains("# at most 60 s and 2000 MB for each run\n"), "{kept}");
    let lines: Vec<_> = kept.lines().filter(|it| !it.starts_with('#')).collect();
    assert!(lines[0].starts_with("program,size,checker,options,answer,mark,executions,blocked,"), "{kept}");
    assert!(lines[1].starts_with("steps,2,raddle,--reduction optimal,TRUE,-,6,0,"), "{kept}");
    assert!(lines[2].starts_with("steps,2,nidhugg,,safe,agrees,6,3,"), "{kept}");
    assert!(lines[4].starts_with("steps,2,cbmc,--unwind 7,safe,agrees,,,"), "{kept}");
    assert_eq!(lines.len(), 6, "{kept}");
}

#[test]
fn differences_need_a_reason() {
    let verdict = "echo 'Trace count: 1'; echo ' Error detected:'; exit 42";
    let count = "echo 'No errors were detected.'; echo 'Number of complete executions explored: 7'";
    let peers = [("nidhugg", verdict), ("genmc", count)];
    let unexplained = folder("sizes = [2]\nagainst = { nidhugg = {}, genmc = {} }", &peers);
    let run = bench(unexplained.path(), &["nidhugg", "genmc"], &["--no-record"]);
    assert_eq!(run.code, 5, "{}{}", run.stdout, run.stderr);
    assert_eq!(row(&run, "nidhugg")[1..3], ["violated", "DIFFERS"]);
    assert_eq!(row(&run, "genmc")[1..3], ["safe", "DIFFERS"]);
    assert!(run.stdout.contains("nidhugg: it says violated, raddle safe; the suite gives no reason"), "{}", run.stdout);
    assert!(run.stdout.contains("genmc: it runs 7 executions, raddle 6; the suite gives no reason"), "{}", run.stdout);
    assert!(run.stdout.contains("median of nidhugg/raddle: nothing to compare"), "{}", run.stdout);
    assert!(!unexplained.path().join("record").exists());

    let reasons = "sizes = [2]\n[program.against]\nnidhugg = { because = \"It looks for more.\" }\n\
                   genmc = { because.2 = \"It repeats itself.\" }";
    let explained = folder(reasons, &peers);
    let run = bench(explained.path(), &["nidhugg", "genmc"], &[]);
    assert_eq!(run.code, 0, "{}{}", run.stdout, run.stderr);
    assert_eq!(row(&run, "nidhugg")[1..3], ["violated", "differs"]);
    assert!(run.stdout.contains("it says violated, raddle safe, because: It looks for more."), "{}", run.stdout);
    assert!(run.stdout.contains("it runs 7 executions, raddle 6, because: It repeats itself."), "{}", run.stdout);
    assert!(run.stdout.contains("0 answers of peers agree, 2 differ for a known reason, 0 without one"));
    let [(_, kept)] = &records(explained.path())[..] else { panic!("one file") };
    assert!(kept.contains("because: It looks for more."), "{kept}");
}

/// Both find the mistake; how many executions that takes is not compared.
#[test]
fn mistakes_are_found_together() {
    let lines = "sizes = [[\"-DN=1\", \"-DBUG\"]]\nverdict = \"FALSE(reach)\"\nagainst = { genmc = {}, cbmc = {} }";
    let genmc = "echo 'Error: Safety violation!'; echo 'Number of complete executions explored: 1'; exit 42";
    let cbmc = "echo 'VERIFICATION FAILED'; exit 10";
    let folder = folder(lines, &[("genmc", genmc), ("cbmc", cbmc)]);
    let run = bench(folder.path(), &["genmc", "cbmc"], &["--no-record"]);
    assert_eq!(run.code, 0, "{}{}", run.stdout, run.stderr);
    assert_eq!(row(&run, "genmc")[1..4], ["violated", "agrees", "1"]);
    assert_eq!(row(&run, "genmc")[7], "-", "executions are not compared");
    assert_eq!(row(&run, "cbmc")[1..3], ["violated", "agrees"]);
}

#[test]
fn who_does_not_answer_is_a_row_with_the_reason() {
    let against = "sizes = [1]\nagainst = { nidhugg = {}, genmc = {}, cbmc = {} }";
    let crash = "echo 'No errors were detected.'; echo 'Trace count: 2'; echo 'no room' >&2; kill -SEGV $$";
    let unreadable = "echo 'steps.c:3:1: error: nothing is known of this' >&2; exit 1";
    let undecided =
        "echo '[t.unwind.0] line 5 unwinding assertion loop 0: FAILURE'; echo 'VERIFICATION FAILED'; exit 10";
    let peers = [("nidhugg", crash), ("genmc", unreadable), ("cbmc", undecided)];
    let folder = folder(against, &peers);
    let run = bench(folder.path(), &["nidhugg", "genmc", "cbmc"], &[]);
    assert_eq!(run.code, 0, "{}{}", run.stdout, run.stderr);
    assert_eq!(row(&run, "nidhugg")[1..4], ["crash", "-", "-"]);
    assert_eq!(row(&run, "genmc")[1..4], ["unreadable", "-", "-"]);
    assert_eq!(row(&run, "cbmc")[1..4], ["undecided", "-", "-"]);
    let [(_, kept)] = &records(folder.path())[..] else { panic!("one file") };
    for text in [&run.stdout, kept] {
        assert!(text.contains("signal: 11"), "{text}");
        assert!(text.contains(": no room"), "{text}");
        assert!(text.contains("error: nothing is known of this"), "{text}");
        assert!(text.contains("unwinding assertion loop 0: FAILURE"), "{text}");
    }
    assert!(run.stdout.contains("    runs: 1 unreadable\n"), "{}", run.stdout);
    assert!(run.stdout.contains("0 answers of peers agree") && run.stdout.contains("3 cannot be compared"));
}

/// On a busy machine it may be our own time that is up as well, so only the peer is looked at.
#[test]
fn time_is_up_for_a_peer() {
    let answer = "echo VERIFICATION SUCCESSFUL; sleep 600";
    let folder = folder("sizes = [1]\nagainst = { deagle = {} }", &[("deagle", answer)]);
    let run = bench(folder.path(), &["deagle"], &["--timeout", "1s", "--runs", "3", "--no-record"]);
    assert_eq!(row(&run, "deagle")[1..4], ["timeout", "-", "-"]);
    assert!(run.stdout.contains("    deagle: its time was up\n"), "{}", run.stdout);
    assert!(run.stdout.contains("    runs: 1 timeout\n"), "{}", run.stdout);
}

#[test]
fn our_own_mistakes_are_errors() {
    let lines = "sizes = [1]\nverdict = \"FALSE(reach)\"\nagainst.cbmc = { because = \"We are right.\" }";
    let folder = folder(lines, &[("cbmc", "echo 'VERIFICATION FAILED'; exit 10")]);
    let run = bench(folder.path(), &["cbmc"], &["--no-record"]);
    assert_eq!(run.code, 10, "{}{}", run.stdout, run.stderr);
    assert_eq!(row(&run, "raddle")[1..3], ["TRUE", "WRONG"]);
    assert!(run.stdout.contains("wrong: steps 1 optimal"), "{}", run.stdout);
}

#[test]
fn what_cannot_be_run_is_said_before_anything_is() {
    let with = folder("sizes = [1]\nagainst = { cbmc = {}, spin = {} }", &[("cbmc", CBMC)]);
    let plain = folder("sizes = [1]\nagainst = { cbmc = {} }", &[("cbmc", CBMC), ("genmc", GENMC)]);
    let mistakes: [(&TempDir, &[&str], &[&str], &str); 7] = [
        (&plain, &[], &[], "no peer is given: at least one is needed, as --peer NAME=PATH; there are cbmc, deagle,"),
        (&plain, &["cbmc", "cbmc"], &[], "the peer `cbmc` is given twice"),
        (&plain, &["nidhugg"], &[], "the peer `nidhugg` cannot be started: "),
        (&plain, &["spin"], &[], "nobody says how the peer `spin` is called; there are cbmc, deagle, genmc, nidhugg"),
        (&plain, &["genmc"], &[], "no program of the suite is for the peers that are given"),
        (&plain, &["cbmc"], &["--filter", "other"], "no program of the suite is for the peers that are given"),
        (&with, &["cbmc"], &[], "the suite runs `spin` on steps, and nobody says how it is called"),
    ];
    for (folder, peers, arguments, message) in mistakes {
        let run = bench(folder.path(), peers, arguments);
        assert_eq!((run.code, run.stdout.as_str()), (1, ""), "{}", run.stderr);
        assert!(run.stderr.contains(message), "{message}: {}", run.stderr);
        assert!(!folder.path().join("record").exists(), "nothing is kept");
    }
}

#[test]
fn mistakes_in_the_files_are_shown_on_their_lines() {
    let folder = folder("sizes = [1]\nagainst.cbmc = { because.3 = \"It has no such size.\" }", &[("cbmc", CBMC)]);
    let run = bench(folder.path(), &["cbmc"], &[]);
    assert_eq!(run.code, 2, "{}", run.stdout);
    assert!(run.stderr.contains("`3` is not among the sizes of this program"), "{}", run.stderr);
    let write = |name: &str, text: &str| std::fs::write(folder.path().join(name), text).expect("a file");
    let callers = "[cbmc]\nversion = [\"{path}\"]\ncommand = [\"{path}\", \"{file}\"]\nviolated = []\nsafe = []\n";
    write("callers.toml", callers);
    let suite = "reductions = [\"optimal\"]\n[[program]]\npath = \"steps.c\"\nagainst = { cbmc = {} }\n";
    write("small.toml", &format!("callers = \"callers.toml\"\n{suite}"));
    let run = bench(folder.path(), &["cbmc"], &[]);
    assert_eq!(run.code, 2, "{}", run.stdout);
    assert!(
        run.stderr.contains("callers.toml:3:") && run.stderr.contains("`{file}` stands for nothing"),
        "{}",
        run.stderr
    );
    write("small.toml", suite);
    let run = bench(folder.path(), &["cbmc"], &[]);
    assert_eq!(run.code, 2, "{}", run.stdout);
    assert!(run.stderr.contains("does not say how peers are called"), "{}", run.stderr);
}

/// What is shipped can be run: all peers that the suite names can be called, and every count that is known is expected.
#[test]
fn our_suite_is_complete() {
    let suite = raddle::bench::suite::load(&root().join("bench/suites/peers.toml")).expect("a suite");
    let callers = raddle::bench::peers::callers::load(suite.callers.as_ref().expect("callers")).expect("callers");
    for case in &suite.cases {
        assert!(!case.against.is_empty(), "{} is run for nobody", case.program);
        assert!(case.against.iter().all(|it| callers.contains_key(&it.peer)), "{}", case.program);
    }
    for peer in callers.keys() {
        let runs = suite.cases.iter().filter(|case| case.against.iter().any(|it| it.peer == *peer)).count();
        assert!(runs >= 20, "{peer} has only {runs} runs");
    }
    assert!(suite.cases.iter().filter(|it| it.executions.is_some()).count() >= 20, "counts are expected");
}
