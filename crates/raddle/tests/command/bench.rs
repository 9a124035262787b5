//! `raddle bench`: suites pass, fail and are refused as they should be, and what is measured is kept.

use crate::common::{Run, raddle, root};
use std::collections::BTreeSet;
use std::path::Path;

/// Two threads, N steps each: (2N choose N) interleavings, all of them different.
const PROGRAM: &str = "#include <pthread.h>
#include <stdatomic.h>
#ifndef N
#define N 1
#endif
atomic_int x;
void *t(void *a) { for (int i = 0; i < N; i++) atomic_store(&x, i); return 0; }
int main(void) {
  pthread_t p, q;
  pthread_create(&p, 0, t, 0); pthread_create(&q, 0, t, 0);
  pthread_join(p, 0); pthread_join(q, 0);
}
";

const SUITE: &str = r#"
expected = "expected.csv"
reductions = ["optimal", "naive"]
timeout = "60s"

[[program]]
path = "steps.c"
sizes = [1, 2, 3]
executions.optimal = { 3 = 20 }

[peers.fake]
command = ["{path}", "--sc", "{flags}", "{program}"]
count_prefix = "Trace count: "
reductions = ["optimal"]
"#;

const EXPECTED: &str = "program,N,source,optimal\nsteps,1,,2\nsteps,2,6,6\n";

/// A folder with the program, the table, and a suite `small.toml` with this text.
fn folder(suite: &str) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a temporary folder");
    for (name, text) in [("steps.c", PROGRAM), ("expected.csv", EXPECTED), ("small.toml", suite)] {
        std::fs::write(folder.path().join(name), text).expect("a file");
    }
    folder
}

fn bench(folder: &Path, arguments: &[&str]) -> Run {
    let suite = folder.join("small.toml").display().to_string();
    raddle(&[&["bench", suite.as_str()], arguments].concat())
}

/// The words of the row that begins with these.
fn row<'a>(run: &'a Run, begin: &[&str]) -> Vec<&'a str> {
    let mut rows = run.stdout.lines().map(|it| it.split_whitespace().collect::<Vec<_>>());
    rows.find(|it| it.starts_with(begin)).unwrap_or_else(|| panic!("no row {begin:?} in\n{}{}", run.stdout, run.stderr))
}

#[test]
fn a_suite_passes() {
    let folder = folder(SUITE);
    let run = bench(folder.path(), &["--no-csv"]);
    assert_eq!(run.code, 0, "{}{}", run.stdout, run.stderr);
    for (size, executions) in [("1", "2"), ("2", "6"), ("3", "20")] {
        assert_eq!(row(&run, &["steps", size, "optimal"])[3..5], [executions, "ok"]);
    }
    assert_eq!(row(&run, &["steps", "1", "naive"])[4], "-", "nothing is expected of it");
    assert!(run.stdout.contains("6 runs: 3 as expected, 3 without an expected count"), "{}", run.stdout);
    assert_eq!(std::fs::read_dir(folder.path()).expect("a folder").count(), 3, "nothing was kept");
}

#[test]
fn a_wrong_count_is_named() {
    let folder = folder(&SUITE.replace("3 = 20", "3 = 21"));
    let run = bench(folder.path(), &["--no-csv", "--reduction", "optimal"]);
    assert_eq!(run.code, 10, "{}{}", run.stdout, run.stderr);
    assert_eq!(row(&run, &["steps", "3", "optimal"])[3..5], ["20", "WRONG"]);
    assert_eq!(row(&run, &["steps", "2", "optimal"])[3..5], ["6", "ok"]);
    assert!(run.stdout.contains("WRONG: expected 21 executions, got 20"), "{}", run.stdout);
    assert!(run.stdout.contains("1 wrong (steps 3 optimal)"), "{}", run.stdout);
    assert!(!run.stdout.contains("naive"), "{}", run.stdout);
}

#[test]
fn published_numbers_stand_beside_ours() {
    let published =
        "remark = \"a remark\"\npublished.2 = { optimal = 6, naive = 7 }\npublished.3 = { naive = 20 }\nsizes";
    let folder = folder(&SUITE.replace("sizes", published));
    let run = bench(folder.path(), &["--csv", &folder.path().join("kept.csv").display().to_string()]);
    assert_eq!(run.code, 0, "another number is no error: {}{}", run.stdout, run.stderr);
    assert_eq!(row(&run, &["program"])[3..6], ["executions", "expected", "published"]);
    assert_eq!(row(&run, &["steps", "1", "optimal"])[3..6], ["2", "ok", "-"]);
    assert_eq!(row(&run, &["steps", "2", "optimal"])[3..6], ["6", "ok", "6"]);
    assert_eq!(row(&run, &["steps", "2", "naive"])[4..6], ["-", "7"]);
    assert!(run.stdout.contains("; 1 of 3 published numbers are ours\n"), "{}", run.stdout);
    assert_eq!(run.stdout.matches("note: steps: a remark\n").count(), 1, "{}", run.stdout);
    let kept = std::fs::read_to_string(folder.path().join("kept.csv")).expect("a file");
    assert!(kept.contains(",published\n"), "{kept}");
    let line = kept.lines().find(|it| it.starts_with("steps,2,naive,")).expect("a line");
    assert!(line.ends_with(",7"), "{line}");
}

#[test]
fn a_suite_is_drawn() {
    let folder = folder(&SUITE.replace("[1, 2, 3]", "[1, 2, 3, [\"-DN=4\"]]"));
    let picture = folder.path().join("steps.svg");
    let run = bench(folder.path(), &["--no-csv", "--plot", &picture.display().to_string()]);
    assert_eq!(run.code, 0, "{}{}", run.stdout, run.stderr);
    assert!(run.stdout.contains(&format!("plot: {}\n", picture.display())), "{}", run.stdout);
    let svg = std::fs::read_to_string(picture).expect("a picture");
    assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"), "{svg}");
    for reduction in ["optimal", "naive"] {
        assert_eq!(svg.matches(&format!("<title>steps {reduction}, size 3: ")).count(), 2, "{svg}");
    }
    assert_eq!(svg.matches("steps optimal, size 3: 20 executions, ").count(), 2, "{svg}");
    assert!(!svg.contains("70 executions"), "C flags are no size to draw: {svg}");
}

#[test]
fn a_wrong_verdict_is_named() {
    let folder = folder(&SUITE.replace("sizes", "verdict = \"FALSE(reach)\"\nsizes"));
    let run = bench(folder.path(), &["--no-csv", "--reduction", "optimal"]);
    assert_eq!(run.code, 10, "{}{}", run.stdout, run.stderr);
    assert!(run.stdout.contains("WRONG: expected the verdict FALSE(reach), got TRUE"), "{}", run.stdout);
}

#[test]
fn a_check_that_fails_says_why() {
    let folder = folder(&SUITE.replace("sizes", "options = [\"--magic\"]\nsizes"));
    let run = bench(folder.path(), &["--no-csv"]);
    assert_eq!(run.code, 10, "{}{}", run.stdout, run.stderr);
    assert!(run.stdout.contains("unexpected argument '--magic'"), "{}", run.stdout);
}

#[test]
fn a_bad_suite_is_shown_on_its_line() {
    for (good, bad, line, message) in [
        ("timeout = \"60s\"", "timeout = = 3", 4, ""),
        ("timeout = \"60s\"", "timeout = \"soon\"", 4, "does not begin with a number"),
        ("timeout", "timeuot", 4, "unknown field `timeuot`"),
        ("sizes = [1, 2, 3]", "sizes = [1, true]", 8, "a size is a number or a list of C flags"),
        ("steps.c", "stops.c", 7, "stops.c is not there"),
        ("{ 3 = 20 }", "{ 4 = 20 }", 9, "`4` is not among the sizes"),
        ("executions.optimal", "executions.source", 9, "`source` is not among the reductions"),
        ("executions.optimal = { 3", "published.4 = { optimal", 9, "`4` is not among the sizes"),
        ("executions.optimal = { 3", "published.3 = { optimla", 9, "`optimla` is not among the reductions"),
        ("{flags}", "{falgs}", 12, "`{falgs}` stands for nothing"),
        ("expected.csv", "counts.csv", 2, "counts.csv cannot be read"),
    ] {
        let folder = folder(&SUITE.replacen(good, bad, 1));
        let run = bench(folder.path(), &["--no-csv"]);
        assert_eq!(run.code, 2, "{bad}: {}{}", run.stdout, run.stderr);
        assert!(run.stderr.contains(&format!("small.toml:{line}:")), "{bad}: {}", run.stderr);
        assert!(run.stderr.contains(message), "{bad}: {}", run.stderr);
        assert_eq!(run.stdout, "", "{bad}");
    }
}

#[test]
fn a_bad_table_is_shown_on_its_line() {
    let folder = folder(SUITE);
    std::fs::write(folder.path().join("expected.csv"), "program,N,optimal\nsteps,1,two\n").expect("a file");
    let run = bench(folder.path(), &["--no-csv"]);
    assert_eq!(run.code, 2, "{}{}", run.stdout, run.stderr);
    assert!(run.stderr.contains("expected.csv:2:") && run.stderr.contains("`two` is not a count"), "{}", run.stderr);
}

#[test]
fn usage_errors_have_exit_code_1() {
    let folder = folder(SUITE);
    for arguments in [
        &["--peer", "fake"][..],
        &["--peer", "other=sh"],
        &["--filter", "no such program"],
        &["--reduction", "source"],
        &["--timeout", "soon"],
        &["--csv", "/no/such/folder/x.csv"],
        &["--no-csv", "--plot", "/no/such/folder/x.svg"],
        &["--csv", "x.csv", "--no-csv"],
    ] {
        let run = bench(folder.path(), arguments);
        assert_eq!(run.code, 1, "{arguments:?}: {}{}", run.stdout, run.stderr);
        assert!(!run.stderr.is_empty(), "{arguments:?} says nothing");
    }
}

#[test]
fn an_unknown_reduction_is_skipped() {
    let folder = folder(&SUITE.replacen("\"naive\"", "\"magic\"", 1));
    let run = bench(folder.path(), &["--no-csv"]);
    assert_eq!(run.code, 0, "{}{}", run.stdout, run.stderr);
    assert!(run.stdout.contains("does not know the reduction `magic`: 3 runs are skipped"), "{}", run.stdout);
    let nothing = bench(folder.path(), &["--no-csv", "--reduction", "magic"]);
    assert_eq!(nothing.code, 5, "nothing was run: {}{}", nothing.stdout, nothing.stderr);
}

#[test]
fn a_run_that_takes_too_long_does_not_stop_the_others() {
    let sizes = "sizes = [1, 40, 2]";
    let folder = folder(&SUITE.replace("sizes = [1, 2, 3]", sizes).replace("executions.optimal = { 3 = 20 }", ""));
    let run = bench(folder.path(), &["--no-csv", "--reduction", "optimal", "--timeout", "5s"]);
    assert_eq!(run.code, 5, "{}{}", run.stdout, run.stderr);
    assert_eq!(row(&run, &["steps", "40", "optimal"])[3..5], ["-", "timeout"]);
    assert_eq!(row(&run, &["steps", "2", "optimal"])[3..5], ["6", "ok"]);
}

#[test]
fn the_rows_are_kept() {
    let folder = folder(SUITE);
    std::fs::create_dir(folder.path().join("results")).expect("a folder");
    for files in 1..=2 {
        let run = bench(folder.path(), &["--reduction", "optimal"]);
        assert_eq!(run.code, 0, "{}{}", run.stdout, run.stderr);
        let path = run.stdout.lines().find_map(|it| it.strip_prefix("results: ")).expect("a path").to_owned();
        assert!(path.contains("/results/small-20"), "{path}");
        let kept = std::fs::read_dir(folder.path().join("results")).expect("a folder").count();
        assert_eq!(kept, files, "nothing is overwritten");
        let text = std::fs::read_to_string(path).expect("a file");
        let lines: Vec<_> = text.lines().collect();
        assert!(lines[0].starts_with("# raddle bench small; 20"), "{text}");
        assert!(lines[1].starts_with("program,size,reduction,executions,expected,mark,verdict,"), "{text}");
        for (line, begin) in lines[2..].iter().zip(["steps,1,optimal,2,2,ok,TRUE,", "steps,2,optimal,6,6,ok,TRUE,"]) {
            assert!(line.starts_with(begin), "{text}");
        }
        let columns = |it: &&str| it.split(',').count();
        assert!(lines.len() == 5 && lines[2..].iter().all(|it| columns(it) == columns(&lines[1])), "{text}");
    }
}

#[cfg(unix)]
#[test]
fn a_peer_is_compared() {
    let folder = folder(SUITE);
    let (script, csv) = (folder.path().join("peer.sh"), folder.path().join("kept.csv"));
    let text = "#!/bin/sh\ntest $# = 3 && test -f \"$3\" || exit 1\nn=${2#-DN=}\ntest $n = 3 && exit 1\n\
                echo Trace count: 4$n '(also 3 blocked)'\n";
    std::fs::write(&script, text).expect("a script");
    std::fs::set_permissions(&script, std::os::unix::fs::PermissionsExt::from_mode(0o755)).expect("it can be run");
    let (peer, csv_path) = (format!("fake={}", script.display()), csv.display().to_string());
    let run = bench(folder.path(), &["--peer", &peer, "--csv", &csv_path]);
    assert_eq!(run.code, 0, "{}{}", run.stdout, run.stderr);
    let [.., count, ratio] = row(&run, &["steps", "2", "optimal"])[..] else { panic!("{}", run.stdout) };
    assert_eq!(count, "42");
    assert!(ratio.parse::<f64>().is_ok_and(|it| it > 0.0), "{ratio}");
    assert_eq!(row(&run, &["steps", "3", "optimal"])[13..], ["failed", "-"]);
    assert_eq!(row(&run, &["steps", "2", "naive"])[13..], ["-", "-"], "it is compared with `optimal` only");
    let kept = std::fs::read_to_string(csv).expect("a file");
    assert!(kept.contains(",fake_executions,fake_seconds,fake_ratio\n"), "{kept}");
    let line = kept.lines().find(|it| it.starts_with("steps,2,optimal,")).expect("a line");
    let [.., count, seconds, ratio] = line.split(',').collect::<Vec<_>>()[..] else { panic!("{line}") };
    assert!(count == "42" && [seconds, ratio].iter().all(|it| it.parse().is_ok_and(|it: f64| it > 0.0)), "{line}");
}

#[test]
fn instructions_are_counted_where_that_is_possible() {
    let folder = folder(SUITE);
    let run = bench(folder.path(), &["--no-csv", "--reduction", "optimal", "--count"]);
    assert_eq!(run.code, 0, "{}{}", run.stdout, run.stderr);
    let [one, two] = ["1", "2"].map(|size| row(&run, &["steps", size, "optimal"]));
    let figure = |text: &str| text.parse::<f64>().ok();
    let (first, further) = (one.len() - 2, one.len() - 1);
    assert_eq!(one[further], "-", "there is no size before");
    if run.stdout.contains("note: instructions are counted with") {
        assert!(figure(one[first]) > figure(two[first]) && figure(two[first]) > figure(two[further]), "{}", run.stdout);
    } else {
        assert!(run.stdout.contains("note: instructions are not counted"), "{}", run.stdout);
        assert_eq!((one[first], two[first], two[further]), ("-", "-", "-"));
    }
}

#[test]
fn our_suites_are_complete() {
    let load = |name: &str| raddle::bench::suite::load(&root().join("bench/suites").join(name)).expect("a suite");
    let counts = load("counts.toml");
    let run: BTreeSet<_> = counts.cases.iter().map(|it| (&*it.program, &*it.size, &*it.reduction)).collect();
    let table = std::fs::read_to_string(root().join("bench/programs/counts.csv")).expect("the table");
    let table = raddle::bench::expected::parse(&table).expect("a table");
    for (program, size, reduction, _) in table.iter().filter(|it| it.2 != "reads_from") {
        assert!(run.contains(&(program, size, reduction)), "{program} {size} {reduction} is not in counts.toml");
    }
    assert!(load("cost.toml").cases.iter().all(|it| it.executions.is_some()), "every count is known");
    let states = load("states.toml");
    assert!(states.cases.iter().all(|it| it.executions.is_some()), "every count is known");
    for name in ["table1.toml", "table2.toml", "table3.toml", "table4.toml"] {
        assert!(load(name).cases.iter().any(|it| it.published.is_some()), "{name} has published numbers");
    }
    let ordering = load("ordering.toml");
    let files: BTreeSet<_> = ordering.cases.iter().filter_map(|it| it.path.file_name()?.to_str()).collect();
    for file in std::fs::read_dir(root().join("bench/programs/bmc")).expect("a folder") {
        let name = file.expect("a file").file_name().to_string_lossy().into_owned();
        assert!(name == "common.h" || files.contains(&*name), "{name} is not in ordering.toml");
    }
    for name in ["auto.toml", "auto-reach.toml"] {
        let auto = load(name);
        let engines: BTreeSet<_> = auto.cases.iter().map(|it| &*it.reduction).collect();
        assert_eq!(engines.len(), 6, "{name}: {engines:?}");
        assert!(auto.cases.len() > 6 * 300, "{name} has only {} runs", auto.cases.len());
    }
    let variants: BTreeSet<_> = load("figure8.toml").cases.iter().map(|it| it.program.clone()).collect();
    assert_eq!(variants.len(), 4, "three moduli and none");
    for name in ["peephole.toml", "peephole-depth.toml", "peephole-forms.toml", "filesystem.toml"] {
        assert!(load(name).cases.iter().all(|it| it.depth.is_some()), "{name} says how deep to look");
    }
}

/// Two programs of `ordering.toml`, in all ways.
#[test]
fn ways_of_deciding_orders_are_compared() {
    let programs = root().join("bench/programs/bmc").display().to_string();
    let suite = format!(
        r#"
engine = "ordering"
options = ["--property", "reach"]
[[program]]
path = "{programs}/stack.c"
sizes = [2, 3]
[[program]]
path = "{programs}/sum.c"
sizes = [2, 3]
flags = ["-DBUG"]
verdict = "FALSE(reach)"
[[program]]
path = "steps.c"
sizes = [1]
orderings = ["prop-opt", "one of tomorrow"]
"#
    );
    let folder = folder(&suite);
    let run = bench(folder.path(), &["--csv", &folder.path().join("rows.csv").display().to_string()]);
    assert_eq!(run.code, 0, "{}{}", run.stdout, run.stderr);
    assert!(run.stdout.contains("17 runs: 17 as expected, 0 without an expected count"), "{}", run.stdout);
    assert!(run.stdout.contains("does not know the ordering `one of tomorrow`: 1 runs are skipped"), "{}", run.stdout);
    let averages = run.stdout.split("averages over the tasks").nth(1).expect("averages");
    let mut clauses = Vec::new();
    for (way, solved) in [("basic", "4"), ("basic-opt", "4"), ("prop", "4"), ("prop-opt", "5")] {
        let words = averages.lines().map(|it| it.split_whitespace().collect::<Vec<_>>());
        let words = words.into_iter().find(|it| it.first() == Some(&way)).expect("a line for each way");
        assert_eq!(words[1..3], [solved, "4"], "{averages}");
        assert_eq!(words[9], "-", "the solver does not tell of restarts");
        clauses.push(words[4].parse::<f64>().expect("an average"));
    }
    assert!(clauses[1] < clauses[0] && clauses[3] < clauses[2], "conflicts in advance save clauses: {averages}");
    let rows = std::fs::read_to_string(folder.path().join("rows.csv")).expect("the rows");
    let fields = |line: &str| line.split(',').map(str::to_owned).collect::<Vec<_>>();
    let head = fields(rows.lines().nth(1).expect("a head"));
    assert!(head.ends_with(&["decisions", "propagations", "restarts"].map(str::to_owned)), "{head:?}");
    assert!(rows.lines().skip(1).all(|it| fields(it).len() == head.len()), "{rows}");
}

/// Three programs: a proof that only one engine has, a violation, and a race that only some look for.
#[test]
fn engines_are_compared() {
    let suite = "engine = \"auto\"\nengines = [\"auto -j1\", \"explore\", \"cegar\"]\nproperties = \"all\"\n\
                 [[program]]\nfolder = \"few\"\n";
    let folder = folder(suite);
    let few = folder.path().join("few");
    std::fs::create_dir(&few).expect("a folder");
    let bad = "#include <assert.h>\nint main(void) { int x = 1; assert(x == 2); }\n";
    let race = PROGRAM.replace("atomic_int x", "int x").replace("atomic_store(&x, i)", "x = i");
    for (name, verdict, text) in
        [("bad.c", "FALSE(reach)", bad), ("race.c", "FALSE(race)", &race), ("steps.c", "TRUE", PROGRAM)]
    {
        std::fs::write(few.join(name), format!("//@ verdict: {verdict}\n{text}")).expect("a file");
    }
    let rows = folder.path().join("rows.csv").display().to_string();
    let run = bench(folder.path(), &["--csv", &rows]);
    assert_eq!(run.code, 0, "{}{}", run.stdout, run.stderr);
    assert!(run.stdout.contains("9 runs: 9 as expected"), "{}", run.stdout);
    assert_eq!(row(&run, &["few/race", "-", "auto", "-j1"])[4..6], ["ok", "FALSE(race)"]);
    assert_eq!(row(&run, &["few/race", "-", "cegar"])[3..5], ["ok", "TRUE(partial)"], "it does not look for races");
    assert_eq!(row(&run, &["auto", "-j1", "3"]), ["auto", "-j1", "3", "3", "0", "0", "0", "0", "0"]);
    assert_eq!(row(&run, &["explore", "3"]), ["explore", "3", "3", "0", "0", "0", "0", "0"]);
    assert_eq!(row(&run, &["cegar", "3"]), ["cegar", "3", "1", "2", "0", "0", "0", "0"]);
    assert_eq!(row(&run, &["all", "programs", "wall"])[3], "3", "{}", run.stdout);
    assert!(!run.stdout.contains("lost:"), "{}", run.stdout);
    let rows = std::fs::read_to_string(rows).expect("the rows");
    assert!(rows.lines().nth(1).is_some_and(|it| it.ends_with(",cpu_seconds,answered_by,properties")), "{rows}");
    let [_, _, lines @ ..] = &rows.lines().collect::<Vec<_>>()[..] else { panic!("{rows}") };
    assert!(lines.iter().any(|it| it.starts_with("few/bad,-,cegar,") && it.ends_with(",reach")), "{rows}");
    std::fs::write(few.join("steps.c"), format!("//@ verdict: FALSE(reach)\n{PROGRAM}")).expect("a file");
    let run = bench(folder.path(), &["--no-csv", "--engine", "explore"]);
    assert_eq!(run.code, 10, "{}{}", run.stdout, run.stderr);
    assert!(run.stdout.contains("1 wrong (few/steps - explore)"), "{}", run.stdout);
}

/// A tiny Table 1: schedulers side by side, also with further words, at the depth of each size.
#[test]
fn schedulers_are_compared() {
    let programs = root().join("bench/programs/peephole").display().to_string();
    let suite = format!(
        r#"
engine = "peephole"
options = ["--property", "reach"]
[[program]]
path = "{programs}/philosophers.c"
flags = ["-DPA", "-DLOOP"]
sizes = [2, 2]
depths = [9, 12]
verdict = "TRUE(bounded)"
[[program]]
path = "{programs}/philosophers.c"
name = "eaten"
sizes = [2]
depths = [17]
schedulers = ["simple", "full"]
verdict = "FALSE(reach)"
[[program]]
path = "steps.c"
sizes = [["-DN=1"]]
schedulers = ["simple"]
"#
    );
    let folder = folder(&suite);
    let [rows, picture] = ["rows.csv", "picture.svg"].map(|it| folder.path().join(it).display().to_string());
    let run = bench(folder.path(), &["--csv", &rows, "--plot", &picture]);
    assert_eq!(run.code, 0, "{}{}", run.stdout, run.stderr);
    assert!(run.stdout.contains("11 runs: 11 as expected, 0 without an expected count"), "{}", run.stdout);
    assert_eq!(row(&run, &["philosophers", "2", "static"])[3..5], ["9", "ok"]);
    assert_eq!(row(&run, &["steps", "-DN=1", "simple"])[3], "-", "as deep as it is");
    assert!(
        row(&run, &["program"]).ends_with(&["clauses", "conflicts", "decisions", "propagations"]),
        "{}",
        run.stdout
    );
    let (_, table) = run.stdout.split_once("|").expect("a table");
    let lines: Vec<Vec<_>> =
        table.lines().map(|it| it.split([' ', '|']).filter(|it| !it.is_empty()).collect()).collect();
    let groups = table.lines().next().expect("titles").split('|').map(str::trim);
    assert_eq!(groups.collect::<Vec<_>>(), ["cpu seconds", "conflicts (k)", "decisions (k)"]);
    let all = ["none", "static", "simple", "full"];
    assert_eq!(lines[1][3..], all.repeat(3));
    for (label, missing) in [
        (["philosophers", "2", "9"], 0),
        (["philosophers", "2", "12"], 0),
        (["eaten", "2", "17"], 6),
        (["steps", "-DN=1", "-"], 9),
        (["average", "of", "2"], 0),
    ] {
        let line = lines.iter().find(|it| it.starts_with(&label)).unwrap_or_else(|| panic!("no {label:?} in {table}"));
        let is_figure = |it: &&&str| it.parse::<f64>().is_ok();
        assert_eq!(line[3..].iter().filter(is_figure).count(), 12 - missing, "{table}");
        assert_eq!(line[3..].iter().filter(|it| **it == "-").count(), missing, "{table}");
    }
    let rows = std::fs::read_to_string(rows).expect("the rows");
    let fields = |line: &str| line.split(',').map(str::to_owned).collect::<Vec<_>>();
    let head = fields(rows.lines().nth(1).expect("a head"));
    assert!(rows.lines().skip(1).all(|it| fields(it).len() == head.len()), "{rows}");
    let depth = head.iter().position(|it| it == "depth").expect("a column");
    let depths: BTreeSet<_> = rows.lines().skip(2).map(|it| fields(it)[depth].clone()).collect();
    assert_eq!(depths, ["", "9", "12", "17"].map(str::to_owned).into());
    let svg = std::fs::read_to_string(picture).expect("a picture");
    for text in [">CPU time (logarithmic)<", ">conflicts (logarithmic)<", ">depth<", "philosophers none, depth 12: "] {
        assert!(svg.contains(text), "{text} is not in {svg}");
    }
}

#[test]
fn schedulers_that_take_too_long_are_shown_as_such() {
    let programs = root().join("bench/programs/peephole").display().to_string();
    let suite = format!(
        "engine = \"peephole\"\nschedulers = [\"none\", \"simple\", \"simple merged\", \"simple chains\", \"full pairs\"]\n\
         options = [\"--property\", \"reach\"]\n[[program]]\npath = \"{programs}/indexer.c\"\nsizes = [5, 2]\n\
         depths = [30, 4]\nverdict = \"TRUE(bounded)\"\n"
    );
    let folder = folder(&suite);
    let run = bench(folder.path(), &["--no-csv", "--scheduler", "none", "--timeout", "2s"]);
    assert_eq!(run.code, 5, "{}{}", run.stdout, run.stderr);
    assert_eq!(row(&run, &["indexer", "5", "30", "|"])[4..], ["T/O", "|", "-", "|", "-"]);
    assert_eq!(row(&run, &["indexer", "2", "4", "|"]).len(), 9, "{}", run.stdout);
    // Five do not fit beside each other three times.
    let run = bench(folder.path(), &["--no-csv", "--timeout", "2s"]);
    assert_eq!(run.stdout.lines().filter(|it| it.starts_with("program ") && it.contains('|')).count(), 3);
    let titles = row(&run, &["program", "size", "depth"]).join(" ");
    assert_eq!(titles, "program size depth | none simple simple merged simple chains full pairs");
    assert!(!run.stdout.contains("engine: "), "each was run as it was asked for: {}", run.stdout);
}

#[test]
fn a_bad_scheduler_or_depth_is_shown_on_its_line() {
    let good = "engine = \"peephole\"\nschedulers = [\n  \"none\",\n  \"simple merged chains\",\n]\n\
                [[program]]\npath = \"steps.c\"\nsizes = [1, 2]\ndepths = [8, 12]\n";
    raddle::bench::suite::load(&folder(good).path().join("small.toml")).expect("a suite");
    for (from, to, line, message) in [
        ("none", "nine", 3, "there are no rules `nine`: a scheduler begins with none, static, simple, full"),
        (
            "simple merged",
            "simple mixed",
            4,
            "`mixed` cannot stand here: behind the rules are pairs, merged, dependent",
        ),
        ("merged chains", "chains merged", 4, "`merged` cannot stand here"),
        ("[8, 12]", "[8, 12, 16]", 9, "each size has a depth, but here are 2 sizes and 3 depths"),
        ("[8, 12]", "[8, -12]", 9, "-12"),
        ("peephole", "ordering", 9, "depths go with the engine `peephole` only"),
        ("peephole", "keyhole", 1, "unknown variant `keyhole`"),
    ] {
        let folder = folder(&good.replacen(from, to, 1));
        let run = bench(folder.path(), &["--no-csv"]);
        assert_eq!(run.code, 2, "{to}: {}{}", run.stdout, run.stderr);
        assert!(run.stderr.contains(&format!("small.toml:{line}:")), "{to}: {}", run.stderr);
        assert!(run.stderr.contains(message), "{to}: {}", run.stderr);
        assert_eq!(run.stdout, "", "{to}");
    }
}

#[test]
fn a_run_that_costs_too_much_is_wrong() {
    let programs = root().join("bench/programs/bmc").display().to_string();
    let suite = format!(
        "engine = \"ordering\"\norderings = [\"prop-opt\"]\npeak = \"1MB\"\n[[program]]\npath = \"{programs}/fib.c\"\n\
         sizes = [[\"-DN=4\", \"-DFIBB=55\"]]\n"
    );
    let folder = folder(&suite);
    let run = bench(folder.path(), &["--no-csv"]);
    let is_told = run.stdout.contains("kB of memory, more than");
    assert_eq!(run.code, if is_told { 10 } else { 0 }, "{}{}", run.stdout, run.stderr);
    assert!(is_told || !cfg!(target_os = "linux"), "{}", run.stdout);
}

/// The head of `suite.rs` documents every key with an example, which is a suite.
#[test]
fn the_documented_suite_is_one() {
    let source = std::fs::read_to_string(root().join("crates/raddle/src/bench/suite.rs")).expect("the source");
    let examples = source.split("//! ```toml\n").skip(1).filter_map(|it| it.split("//! ```\n").next());
    let text = |it: &str| it.lines().map(|it| it.trim_start_matches("//!").to_owned() + "\n").collect::<String>();
    let [suite, deep, proofs, published, against] = &examples.map(text).collect::<Vec<_>>()[..] else {
        panic!("five examples in {source}")
    };
    let folder = folder(suite);
    std::fs::copy(folder.path().join("steps.c"), folder.path().join("fib_bench.c")).expect("a copy");
    std::fs::write(folder.path().join("counts.csv"), "program,N,optimal\nfib_bench,2,19\n").expect("a file");
    let suite = raddle::bench::suite::load(&folder.path().join("small.toml")).expect("a suite");
    let [two, three, bug] = &suite.cases[..] else { panic!("three sizes: {:?}", suite.cases) };
    assert_eq!((two.executions, three.executions, bug.executions), (Some(19), Some(141), None));
    assert_eq!((two.published, three.published), (None, Some(141)));
    assert_eq!(two.remark.as_deref(), Some("every step is an event"));
    assert_eq!(two.flags, ["-Iinclude", "-DN=2"]);
    assert_eq!(
        (bug.size.as_str(), &bug.flags[..]),
        ("-DN=3 -DBUG", &["-Iinclude", "-DN=3", "-DBUG"].map(str::to_owned)[..])
    );
    assert_eq!(two.options, ["--memory", "4GB", "--steps", "1000"]);
    assert!(suite.peers.contains_key("nidhugg"));
    std::fs::copy(folder.path().join("steps.c"), folder.path().join("philosophers.c")).expect("a copy");
    std::fs::write(folder.path().join("deep.toml"), deep).expect("a file");
    let deep = raddle::bench::suite::load(&folder.path().join("deep.toml")).expect("a suite");
    let depths = |way: &str| deep.cases.iter().filter(|it| it.reduction == way).map(|it| it.depth).collect::<Vec<_>>();
    assert_eq!(["none", "full"].map(depths), [[Some(15), Some(30), Some(30)]; 2]);
    std::fs::create_dir(folder.path().join("proofs")).expect("a folder");
    std::fs::write(folder.path().join("proofs/lock.c"), "//@ verdict: FALSE(reach)\n").expect("a file");
    std::fs::write(folder.path().join("proofs.toml"), proofs).expect("a file");
    let proofs = raddle::bench::suite::load(&folder.path().join("proofs.toml")).expect("a suite");
    let runs: Vec<_> = proofs.cases.iter().map(|it| (&*it.program, &*it.reduction, &*it.verdict)).collect();
    let other = "predicates por-static coi-none assumes";
    assert_eq!(runs, [("lock", "product", "FALSE(reach)"), ("lock", other, "FALSE(reach)")]);
    std::fs::copy(folder.path().join("steps.c"), folder.path().join("monabsex45.c")).expect("a copy");
    std::fs::write(folder.path().join("published.toml"), published).expect("a file");
    let published = raddle::bench::suite::load(&folder.path().join("published.toml")).expect("a suite");
    let rows: Vec<_> = published.published.iter().map(|it| (&*it.called, it.missing.is_some())).collect();
    assert_eq!(rows, [("45_monabsex(5)", false), ("45_monabsex(7)", true), ("fk2012_true(3)", true)]);
    assert_eq!(published.summaries.len(), 1);
    std::fs::copy(folder.path().join("steps.c"), folder.path().join("fib.c")).expect("a copy");
    std::fs::write(folder.path().join("against.toml"), against).expect("a file");
    let against = raddle::bench::suite::load(&folder.path().join("against.toml")).expect("a suite");
    assert_eq!((against.callers.is_some(), against.memory), (true, Some(4_000_000_000)));
}

#[test]
fn help_has_an_example() {
    let run = raddle(&["bench", "--help"]);
    assert_eq!(run.code, 0);
    assert!(run.stdout.contains("raddle bench bench/suites/counts.toml --filter fib"), "{}", run.stdout);
}
