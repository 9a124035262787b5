//! `--engine auto`: it repeats with one job, is never wrong and never worse than running executions, and says who answered.

use crate::common::{in_parallel, raddle, root};
use event::{Budget, Properties, Property, Reason, Verdict};
use raddle::portfolio::{self, AutoOptions};
use raddle::search::Search;
use raddle::{CheckOptions, LoadOptions, Outcome};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

fn program(path: &Path, flags: &[&str]) -> Arc<ir::Program> {
    let flags = flags.iter().map(|&it| it.to_owned()).collect();
    let options = LoadOptions { flags, ..LoadOptions::default() };
    Arc::new(raddle::load(path, &options).unwrap_or_else(|it| panic!("{}: {it:?}", path.display())).program)
}

fn options(properties: Properties, budget: Budget) -> CheckOptions {
    CheckOptions { search: Search { properties, budget, ..Search::default() }, ..CheckOptions::default() }
}

fn within(seconds: u64) -> Budget {
    Budget { deadline: Instant::now().checked_add(Duration::from_secs(seconds)), ..Budget::default() }
}

fn reach() -> Properties {
    [Property::Reach].into_iter().collect()
}

fn auto(program: &Arc<ir::Program>, options: &CheckOptions, auto: AutoOptions) -> Outcome {
    portfolio::check(program, options, auto, &mut |_| ())
}

/// An outcome in words: all of it but times.
fn text(outcome: &Outcome) -> String {
    let Outcome { verdict, stats, engine, figures, others, .. } = outcome;
    let is_time = |it: &&(&str, u64)| it.0.ends_with("-us");
    let figures: Option<Vec<_>> = figures.as_ref().map(|it| it.iter().filter(|it| !is_time(it)).collect());
    format!("{verdict:?} {stats:?} {engine} {figures:?} {others:?}")
}

/// What stands behind `VERDICT: `, as far as it matters here.
fn verdict(outcome: &Outcome) -> String {
    match &outcome.verdict {
        Verdict::Safe { scope } if scope.is_complete() => "TRUE".to_owned(),
        Verdict::Safe { .. } => "TRUE(bounded)".to_owned(),
        Verdict::Partial { .. } => "TRUE(partial)".to_owned(),
        Verdict::Unsafe { violations } => {
            let names: Vec<_> = violations.iter().map(|it| it.property.name()).collect();
            format!("FALSE({})", names.join(","))
        }
        Verdict::Unknown { because } => format!("UNKNOWN({because:?})"),
    }
}

fn is_answer(verdict: &str) -> bool {
    verdict == "TRUE" || verdict.starts_with("FALSE(")
}

/// The C programs of the corpus with a plain answer in their heads, and that answer; those who ask for more than flags are
/// left out.
fn corpus() -> Vec<(PathBuf, String, Vec<String>)> {
    let mut list = Vec::new();
    let folders = std::fs::read_dir(root().join("corpus")).expect("a folder").map(|it| it.expect("an entry").path());
    for folder in folders.filter(|it| it.is_dir()) {
        for entry in std::fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.extension().is_none_or(|it| it != "c") {
                continue;
            }
            let text = std::fs::read_to_string(&path).unwrap_or_default();
            let heads: Vec<_> =
                text.lines().filter_map(|it| it.trim().strip_prefix("//@ ")?.split_once(": ")).collect();
            let head = |key: &str| heads.iter().find(|it| it.0 == key).map(|it| it.1.trim());
            let (Some(verdict), None, None) = (head("verdict"), head("options"), head("files")) else { continue };
            if is_answer(verdict) && !verdict.ends_with("without race") {
                let flags = head("flags").unwrap_or_default().split_whitespace().map(str::to_owned).collect();
                list.push((path.clone(), verdict.to_owned(), flags));
            }
        }
    }
    list.sort();
    list
}

#[test]
fn with_one_job_the_same_happens_in_every_run() {
    let corpus = corpus();
    let mut cases: Vec<(PathBuf, Vec<&str>, Properties)> = Vec::new();
    for (path, _, flags) in corpus.iter().step_by(corpus.len() / 36) {
        cases.push((path.clone(), flags.iter().map(String::as_str).collect(), Properties::of_threads()));
    }
    // Several take turns on these: many executions; many values; no end.
    let programs = root().join("bench/programs");
    cases.push((programs.join("fib_bench.c"), vec!["-DN=6"], Properties::of_threads()));
    cases.push((programs.join("fib_bench.c"), vec!["-DN=7"], reach()));
    cases.push((programs.join("proofs/copy_relay.c"), Vec::new(), reach()));
    cases.push((programs.join("proofs/barrier_sense.c"), Vec::new(), reach()));
    cases.push((programs.join("proofs/connection_bad.c"), Vec::new(), Properties::of_threads()));
    let turns = AtomicBool::new(false);
    let complaints = in_parallel(&cases, |(path, flags, properties)| {
        let program = program(path, flags);
        let options = options(*properties, Budget::default());
        let [one, other] = [0, 1].map(|_| auto(&program, &options, AutoOptions::default()));
        turns.fetch_or(one.others.iter().filter(|it| it.1 == "stopped").count() >= 2, Ordering::Relaxed);
        let (one, other) = (text(&one), text(&other));
        if one == other { Ok(()) } else { Err(format!("{}:\n{one}\n{other}", path.display())) }
    });
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
    assert!(turns.into_inner(), "in no run have several engines taken turns");
}

/// Programs without an end are proved although all but one engine look further and further.
#[test]
fn a_proof_does_not_wait_for_those_without_an_end() {
    for name in ["barrier_sense.c", "connection.c", "burns_forever.c"] {
        let program = program(&root().join("bench/programs/proofs").join(name), &[]);
        for jobs in [1, 2] {
            let outcome = auto(&program, &options(reach(), within(60)), AutoOptions { jobs, agree: false });
            assert_eq!(verdict(&outcome), "TRUE", "{name} with {jobs} jobs: {}", text(&outcome));
        }
    }
}

#[test]
fn it_is_never_wrong_and_never_worse_than_running_executions() {
    let corpus = corpus();
    assert!(corpus.len() > 400, "only {} programs", corpus.len());
    let cases: Vec<_> = corpus.iter().enumerate().collect();
    let complaints = in_parallel(&cases, |(index, (path, expected, flags))| {
        let complain = |what: &str, outcome: &Outcome| {
            let (path, got) = (path.display(), text(outcome));
            Err(format!("{path}: {what}, the head says {expected}: {got}"))
        };
        let program = program(path, &flags.iter().map(String::as_str).collect::<Vec<_>>());
        let all = Properties::of_threads();
        let explored = raddle::check(&program, &options(all, within(5)), &mut |_, _| ());
        // All properties with one job; and in turn those that more engines decide, and several jobs.
        for (jobs, properties) in [(1, all), if index % 2 == 0 { (2, all) } else { (2, reach()) }] {
            let outcome = auto(&program, &options(properties, within(10)), AutoOptions { jobs, agree: false });
            let got = verdict(&outcome);
            let expected: Vec<&str> = expected.split(['(', ')', ',']).filter(|it| !it.is_empty()).collect();
            let asked: Vec<&str> = properties.iter().map(Property::name).collect();
            let violated = |it: &&str| expected.contains(it);
            let found: Vec<&str> = got.split(['(', ')', ',']).filter(|it| !it.is_empty()).skip(1).collect();
            if got.starts_with("FALSE") && !found.iter().all(violated) || got == "TRUE" && asked.iter().any(violated) {
                return complain("it is wrong", &outcome);
            }
            // Where a thread is stopped by what is not asked for, or hangs, nothing is known of what it would have done.
            let is_open = got == "TRUE(bounded)" || got.starts_with("UNKNOWN(Bound");
            let is_stopped = properties != all && verdict(&explored).starts_with("FALSE") && is_open;
            if is_answer(&verdict(&explored)) && !is_answer(&got) && !is_stopped {
                return complain("executions alone have an answer", &outcome);
            }
        }
        Ok(())
    });
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
}

#[test]
fn safe_takes_two_if_that_is_wanted() {
    let agree = AutoOptions { jobs: 2, agree: true };
    let both = program(&root().join("corpus/bugs/ticket_twice_good.c"), &[]);
    let outcome = auto(&both, &options(reach(), within(60)), agree);
    assert_eq!(verdict(&outcome), "TRUE", "{}", text(&outcome));
    let agreed = outcome.others.iter().filter(|it| it.1 == "no violation of reach in all executions").count();
    assert!(agreed >= 1, "{:?}", outcome.others);
    let alone = auto(&only_explored(), &options(Properties::of_threads(), within(60)), agree);
    assert!(
        matches!(&alone.verdict, Verdict::Unknown { because: Reason::Alone(it) } if it == "explore"),
        "{}",
        text(&alone)
    );
    let outcome = auto(&only_explored(), &options(Properties::of_threads(), within(60)), AutoOptions::default());
    assert_eq!(verdict(&outcome), "TRUE", "nobody has to agree: {}", text(&outcome));
    // For `reach` there is one more, who looks up to a depth: what it agrees to is no proof.
    let outcome = auto(&only_explored(), &options(reach(), within(60)), agree);
    assert_eq!(verdict(&outcome), "TRUE(bounded)", "{}", text(&outcome));
    let bad = program(&root().join("corpus/bugs/ticket_twice_bad.c"), &[]);
    let outcome = auto(&bad, &options(reach(), within(60)), agree);
    assert_eq!(verdict(&outcome), "FALSE(reach)", "{}", text(&outcome));
}

/// Nobody but an exploration has a proof: remainders of floating-point numbers are beyond solvers.
fn only_explored() -> Arc<ir::Program> {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("alone.c");
    std::fs::write(&path, ALONE).expect("a file");
    program(&path, &[])
}

const ALONE: &str = "#include <math.h>
#include <pthread.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
double x = 7.5;
void *t(void *a) { pthread_mutex_lock(&m); x = fmod(x, 4.0); pthread_mutex_unlock(&m); return 0; }
int main(void) {
  pthread_t p, q;
  pthread_create(&p, 0, t, 0); pthread_create(&q, 0, t, 0);
  pthread_join(p, 0); pthread_join(q, 0);
  return 0;
}
";

#[test]
fn the_line_of_the_others_names_everybody() {
    let outcome = auto(
        &program(&root().join("bench/programs/proofs/copy_relay.c"), &[]),
        &options(reach(), within(60)),
        AutoOptions::default(),
    );
    let names: Vec<_> = outcome.others.iter().map(|it| &*it.0).collect();
    assert_eq!(verdict(&outcome), "TRUE", "{}", text(&outcome));
    assert!(names.contains(&"explore") && names.contains(&"ordering") && !names.contains(&"cegar"), "{names:?}");
    let run = raddle(&["check", "corpus/bugs/ticket_twice_good.c"]);
    let others = run.stat("others").unwrap_or_else(|| panic!("no line in {}", run.stdout));
    assert!(others.contains("ordering: "), "{others}");
    let alone = raddle(&["check", "corpus/bugs/ticket_twice_good.c", "--engine", "explore"]);
    assert_eq!(alone.stat("others"), None);
}

#[test]
fn an_option_that_one_engine_has_chooses_it() {
    let good = "corpus/bugs/ticket_twice_good.c";
    for (options, engine) in [
        (&["--reduction", "naive"][..], "explore (naive)"),
        (&["--steps", "1000"], "explore ("),
        (&["--ordering", "prop"], "ordering (prop)"),
        (&["--depth", "30"], "peephole ("),
        (&["--domain", "explicit"], "cegar (explicit"),
        (&["--jobs", "1"], ""),
        (&["--engine", "explore", "--reduction", "source"], "explore (source)"),
    ] {
        let run = raddle(&[&["check", good][..], options].concat());
        assert!(run.verdict().starts_with("TRUE"), "{options:?}: {}{}", run.stdout, run.stderr);
        assert!(run.stat("engine").is_some_and(|it| it.starts_with(engine)), "{options:?}: {}", run.stdout);
        assert_eq!(run.stat("others").is_some(), engine.is_empty(), "{options:?}: {}", run.stdout);
    }
    for options in [
        &["--reduction", "naive", "--domain", "explicit"][..],
        &["--engine", "auto", "--reduction", "naive"],
        &["--engine", "cegar", "--jobs", "2"],
        &["--agree", "--ordering", "prop"],
        &["--agree", "--engine", "explore"],
        &["--jobs", "0"],
        &["--engine", "magic"],
    ] {
        let run = raddle(&[&["check", good][..], options].concat());
        assert_eq!(run.code, 1, "{options:?}: {}{}", run.stdout, run.stderr);
        assert!(!run.stderr.is_empty() && !run.stdout.contains("VERDICT"), "{options:?}: {}", run.stdout);
    }
}

/// So many executions that nobody comes to an end.
fn endless() -> Arc<ir::Program> {
    program(&root().join("bench/programs/fib_bench.c"), &["-DN=40"])
}

#[test]
fn a_wish_to_stop_is_obeyed_with_what_there_is() {
    for jobs in [1, 2] {
        let budget = Budget::default();
        let interrupt = budget.interrupt.clone();
        let start = Instant::now();
        let options = options(Properties::of_threads(), budget);
        // The user wants to stop as soon as there is something to see.
        let mut progress = |line: &str| interrupt.store(line.contains("executions"), Ordering::Relaxed);
        let outcome = portfolio::check(&endless(), &options, AutoOptions { jobs, agree: false }, &mut progress);
        assert!(!is_answer(&verdict(&outcome)), "{}", text(&outcome));
        assert!(outcome.stats.events > 0, "what was done is told: {}", text(&outcome));
        assert!(start.elapsed() < Duration::from_secs(60), "it has taken {:?}", start.elapsed());
    }
}

#[test]
fn time_that_is_up_ends_with_a_verdict_and_figures() {
    let path = root().join("bench/programs/fib_bench.c").display().to_string();
    for jobs in ["1", "2"] {
        let run = raddle(&["check", &path, "--jobs", jobs, "--timeout", "3s", "--", "-DN=40"]);
        assert_eq!((run.code, run.verdict()), (5, "UNKNOWN(timeout)"), "{}{}", run.stdout, run.stderr);
        let events = run.stat("events").and_then(|it| it.parse::<u64>().ok());
        assert!(events.is_some_and(|it| it > 0), "{}", run.stdout);
        assert!(run.stat("others").is_some(), "{}", run.stdout);
    }
}
