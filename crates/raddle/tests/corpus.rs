//! Every program of `corpus/` says in its head what is expected of it, and gets it, under every reduction.
//!
//! ```c
//! //@ verdict: FALSE(reach)         as on the last line of the output (`… without race`: if that is not checked; `… or open`:
//!                                   an engine may be unable to tell, and says so; remembered states and `auto` tell)
//! //@ line: 12                      where the counterexample ends (also: where a diagnostic is)
//! //@ error: C0401                  a diagnostic with this code is given (verdict UNKNOWN(input))
//! //@ says: held by T2              the output contains this
//! //@ executions: naive 20          exactly so many, stuck ones included
//! //@ options: --unroll 3           further options (--remember-states: for `naive`)
//! //@ flags: -DN=2                  for the preprocessor
//! //@ files: parts/queue.c          further files of the program; what is in a folder `parts` is no program of its own
//! ```
//!
//! Actor programs have the same heads. They run under the reductions that actors have, each with static and with dynamic
//! dependence:
//!
//! ```c
//! //@ executions: naive 20, classes 6, dynamic 4      `naive`; `source` and `optimal`; these with dynamic dependence;
//! //@ executions: context 3, state 2                  with either
//! ```
//!
//! A C program is read once for all runs but the first of them, for reading takes longer than most runs: these get its text in
//! the form of `raddle ir`, unless an option decides how it is read.
//!
//! C programs also run under the engine `ordering` and get the same verdicts; and under the engines `peephole` and `cegar`, which
//! must not contradict them. These can look in many ways: one of them has its turn on some programs. With `RADDLE_EVERY=1` it has on
//! each, which takes twice as long.

mod common;

use common::{Run, every, exit_code, in_parallel, in_turn, programs, raddle, root, round_trip_of};
use event::{Properties, Property};
use explore::Reduction;
use std::path::{Path, PathBuf};
use std::sync::{LazyLock, Mutex};

#[derive(Default)]
struct Expected {
    verdict: String,
    /// The program has data races, and is about something else.
    without_race: bool,
    /// Whether a loop may be more than an engine can follow: it need not know the answer.
    may_be_open: bool,
    lines: Vec<String>,
    errors: Vec<String>,
    says: Vec<String>,
    executions: Vec<(String, String)>,
    options: Vec<String>,
    flags: Vec<String>,
    files: Vec<String>,
}

impl Expected {
    /// Whether an engine says that it does not know, and may.
    fn allows(&self, verdict: &str) -> bool {
        self.may_be_open
            && (verdict == "TRUE(bounded)" || verdict.starts_with("UNKNOWN("))
            && !["UNKNOWN(internal)", "UNKNOWN(input)"].contains(&verdict)
    }
}

fn expected(text: &str) -> Result<Expected, String> {
    let mut expected = Expected::default();
    for line in text.lines() {
        let Some(rest) = line.trim().strip_prefix("//@ ") else { continue };
        let (key, value) = rest.split_once(':').ok_or_else(|| format!("no colon in `{line}`"))?;
        let value = value.trim().to_owned();
        let words = || value.split_whitespace().map(str::to_owned);
        match key.trim() {
            "verdict" => {
                let open = value.strip_suffix(" or open");
                let without = open.unwrap_or(&value).strip_suffix(" without race");
                expected.may_be_open = open.is_some();
                expected.without_race = without.is_some();
                expected.verdict = without.or(open).unwrap_or(&value).to_owned();
            }
            "line" => expected.lines.push(value),
            "error" => expected.errors.push(value),
            "says" => expected.says.push(value),
            "options" => expected.options = words().collect(),
            "flags" => expected.flags = words().collect(),
            "files" => expected.files = words().collect(),
            "executions" => {
                for pair in value.split(',') {
                    let (name, count) = pair.trim().split_once(' ').ok_or_else(|| format!("no count in `{line}`"))?;
                    expected.executions.push((name.to_owned(), count.to_owned()));
                }
            }
            other => return Err(format!("`{other}` is not known")),
        }
    }
    if expected.verdict.is_empty() { Err("no verdict is expected".to_owned()) } else { Ok(expected) }
}

/// A program with threads, and what its head says.
struct Subject {
    path: PathBuf,
    expected: Expected,
    /// It, and further files of it.
    files: Vec<String>,
    /// A file with what the front end makes of it; nothing if that fails, or depends on how it is asked. An error says that
    /// it does not survive being written down.
    read: Result<Option<String>, String>,
}

/// How a program is given to the command.
#[derive(Clone, Copy, PartialEq)]
enum Form {
    /// The files of it.
    Files,
    /// What was made of it, if that is there.
    Read,
}

impl Subject {
    fn new(path: &Path) -> Result<Subject, String> {
        let text = std::fs::read_to_string(path).map_err(|it| it.to_string())?;
        let expected = expected(&text)?;
        let files = files(path, &expected);
        let read = Subject::read(path, &expected, &files);
        Ok(Subject { path: path.to_owned(), expected, files, read })
    }

    fn read(path: &Path, expected: &Expected, files: &[String]) -> Result<Option<String>, String> {
        if !expected.errors.is_empty() || path.extension().is_some_and(|it| it == "ir") {
            return Ok(None);
        }
        let has = |option: &str| expected.options.iter().any(|it| it == option);
        let externals = if has("--externals") { c::Externals::Havoc } else { c::Externals::Refuse };
        let model = if has("ilp32") { ir::DataModel::Ilp32 } else { ir::DataModel::Lp64 };
        let flags = expected.flags.clone();
        let allow = expected.options.iter().skip_while(|it| *it != "--allow").nth(1);
        let allow =
            allow.map_or(Vec::new(), |it| it.split(',').map(|it| ir::Tolerance::of(it).expect("a code")).collect());
        let options = raddle::LoadOptions { allow, model, flags, externals, ..raddle::LoadOptions::default() };
        let text = round_trip_of(files, &options)?;
        if ["--externals", "--data-model", "--no-spurious", "--may-fail", "--property"].iter().any(|it| has(it)) {
            return Ok(None);
        }
        let name = path.strip_prefix(root()).unwrap_or(path).display().to_string().replace('/', "-");
        let target = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}.ir"));
        // Others may be at the same.
        let unfinished = target.with_extension(std::process::id().to_string());
        let written = std::fs::write(&unfinished, text).and_then(|()| std::fs::rename(&unfinished, &target));
        written.map_err(|it| format!("{}: {it}", target.display()))?;
        Ok(Some(target.display().to_string()))
    }

    /// The command line that asks about it.
    fn ask<'a>(&'a self, form: Form, options: impl IntoIterator<Item = &'a str>) -> Run {
        let mut arguments: Vec<&str> = std::iter::once("check").chain(options).collect();
        match &self.read {
            Ok(Some(read)) if form == Form::Read => arguments.push(read),
            _ => {
                arguments.extend(self.files.iter().map(String::as_str));
                arguments.push("--");
                arguments.extend(self.expected.flags.iter().map(String::as_str));
            }
        }
        raddle(&arguments)
    }
}

/// The files of a program.
fn files(path: &Path, expected: &Expected) -> Vec<String> {
    let folder = path.parent().unwrap_or(path);
    let files = std::iter::once(path.to_owned()).chain(expected.files.iter().map(|it| folder.join(it)));
    files.map(|it| it.display().to_string()).collect()
}

/// All programs with threads, by their paths. Whoever comes first reads them.
static SUBJECTS: LazyLock<Vec<Subject>> = LazyLock::new(|| {
    let mut list = Vec::new();
    programs(&root().join("corpus"), &["c", "i", "ir"], &mut list);
    assert!(list.len() >= 30, "the corpus has only {} programs", list.len());
    let subjects = Mutex::new(Vec::with_capacity(list.len()));
    let complaints = in_parallel(&list, |path| {
        let subject = Subject::new(path).map_err(|it| format!("== {}: {it}", path.display()))?;
        subjects.lock().expect("no worker panics").push(subject);
        Ok(())
    });
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
    let mut subjects = subjects.into_inner().expect("no worker panics");
    subjects.sort_by(|a, b| a.path.cmp(&b.path));
    subjects
});

fn run_one(subject: &Subject, reduction: Reduction) -> Result<(), String> {
    let Subject { path: _, expected, files: _, read } = subject;
    let is_first = reduction == Reduction::ALL[0];
    if is_first {
        read.as_ref().map_err(String::clone)?;
    } else if expected.verdict == "UNKNOWN(input)" {
        // It was not read.
        return Ok(());
    }
    let form = if is_first { Form::Files } else { Form::Read };
    let mut arguments = vec!["--reduction", reduction.name()];
    // Only `naive` can remember states. For others a loop that makes it necessary is followed up to a bound.
    let is_endless = reduction != Reduction::Naive && expected.options.iter().any(|it| it == "--remember-states");
    let options = expected.options.iter().filter(|it| !(is_endless && *it == "--remember-states"));
    arguments.extend(options.map(String::as_str));
    let others: Vec<_> = reduction
        .preserves()
        .intersection(Properties::of_threads())
        .without(Property::Race)
        .iter()
        .map(Property::name)
        .collect();
    let others = others.join(",");
    if expected.without_race {
        arguments.extend(["--property", &others]);
    }
    let run = subject.ask(form, arguments);
    let output = format!("{}{}", run.stderr, run.stdout);
    let complain = |what: String| Err(format!("{what}\n{output}"));
    if expected.allows(run.verdict()) {
        return Ok(());
    }
    if is_endless && expected.verdict.starts_with("TRUE") && run.verdict().starts_with("TRUE") {
        return Ok(());
    }
    // What a reduction does not preserve it does not look for, and says so if it is asked to; it counts all the same.
    let is_unpreserved = |it: Property| !reduction.preserves().contains(it);
    let is_asked = |it: Property| expected.options.iter().any(|option| option.split(',').any(|name| name == it.name()));
    if Property::ALL.into_iter().any(|it| is_unpreserved(it) && is_asked(it)) {
        let is_refused =
            run.code == 1 && run.stderr.contains("can miss violations of") && run.stderr.contains("optimal");
        return if is_refused { Ok(()) } else { complain("it is not refused".to_owned()) };
    }
    no_false_claim(expected, &run)?;
    let violated = expected.verdict.strip_prefix("FALSE(").and_then(|it| it.strip_suffix(')'));
    let kept = |name: &&str| !name.parse().is_ok_and(is_unpreserved);
    let violated: Vec<&str> = violated.map_or(Vec::new(), |it| it.split(',').filter(kept).collect());
    if violated.is_empty() && expected.verdict.starts_with("FALSE") {
        // Where `memory` is not checked, what was never written is any value, and may be too many.
        let is_silent = run.verdict().starts_with("TRUE");
        if run.verdict() == "UNKNOWN(nondeterminism)" {
            return Ok(());
        }
        return if is_silent { right_count(expected, reduction, &run) } else { complain("not expected".to_owned()) };
    }
    let mut verdict =
        if violated.is_empty() { expected.verdict.clone() } else { format!("FALSE({})", violated.join(",")) };
    // What is not decided of what is asked shows in the verdict.
    let is_naming = expected.without_race || expected.options.iter().any(|it| it == "--property");
    let remembers = expected.options.iter().any(|it| it == "--remember-states");
    if !is_naming
        && verdict.starts_with("TRUE")
        && (remembers || !reduction.preserves().includes(Properties::of_threads()))
    {
        verdict = "TRUE(partial)".to_owned();
    }
    if run.verdict() != verdict || run.code != exit_code(&verdict) {
        return complain(format!("expected {verdict}, got {} and exit code {}", run.verdict(), run.code));
    }
    right_words(expected, &output)?;
    right_count(expected, reduction, &run)
}

/// What executions of actor programs are counted for.
const ACTOR_COLUMNS: [&str; 5] = ["naive", "classes", "dynamic", "context", "state"];

/// A program whose loops are more than some engines can follow.
fn run_loops(subject: &Subject) -> Result<(), String> {
    let expected = &subject.expected;
    // One that remembers states knows, and so does `auto` if there is something to be found. A bound is for the others.
    let bound = expected.options.iter().position(|it| it == "--steps").map_or(0..0, |it| it..it + 2);
    let options = expected.options.iter().enumerate().filter(|it| !bound.contains(&it.0)).map(|it| it.1.as_str());
    let options = options.filter(|it| *it != "--remember-states");
    let exactly = ["--remember-states", "--property", "reach,deadlock"];
    let by_states = subject.ask(Form::Read, exactly.into_iter().chain(options.clone()));
    let patience = if expected.verdict.starts_with("FALSE") { "30s" } else { "2s" };
    let found = subject.ask(Form::Files, ["--timeout", patience].into_iter().chain(options));
    // Remembered states decide no more than this.
    let is_decided =
        !expected.verdict.starts_with("FALSE") || exactly[2].split(',').any(|it| expected.verdict.contains(it));
    for (run, is_exact) in [(by_states, is_decided), (found, expected.verdict.starts_with("FALSE"))] {
        let output = format!("{}{}", run.stderr, run.stdout);
        if run.verdict() != expected.verdict && (is_exact || !expected.allows(run.verdict())) {
            return Err(format!("expected {}, got {}\n{output}", expected.verdict, run.verdict()));
        }
        if run.verdict() == expected.verdict {
            right_words(expected, &output)?;
        }
    }
    Ok(())
}

#[test]
fn loops_that_some_engines_leave_open_are_judged_by_their_states() {
    let open: Vec<&Subject> = SUBJECTS.iter().filter(|it| it.expected.may_be_open).collect();
    assert!(open.len() >= 15, "there are only {} programs with such loops", open.len());
    let complaints = in_parallel(&open, |it| {
        run_loops(it).map_err(|complaint| format!("== {} (loops): {complaint}", it.path.display()))
    });
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
}

/// One actor program, with static or dynamic dependence.
fn run_actors(path: &Path, reduction: Reduction, dependence: &str) -> Result<(), String> {
    let text = std::fs::read_to_string(path).map_err(|it| it.to_string())?;
    let expected = expected(&text)?;
    let files = files(path, &expected);
    let mut arguments = vec!["check", "--reduction", reduction.name(), "--dependence", dependence];
    arguments.extend(files.iter().map(String::as_str));
    let is_allowed = |it: &&String| reduction == Reduction::Naive || *it != "--remember-states";
    arguments.extend(expected.options.iter().filter(is_allowed).map(String::as_str));
    arguments.push("--");
    arguments.extend(expected.flags.iter().map(String::as_str));
    let run = raddle(&arguments);
    let output = format!("{}{}", run.stderr, run.stdout);
    if run.verdict() != expected.verdict || run.code != exit_code(&expected.verdict) {
        let (verdict, found) = (&expected.verdict, run.verdict());
        return Err(format!("expected {verdict}, got {found} and exit code {}\n{output}", run.code));
    }
    right_words(&expected, &output)?;
    if reduction == Reduction::Optimal && run.stat("redundant").is_some_and(|it| it != "0") {
        return Err(format!("some class is explored twice\n{output}"));
    }
    if let Some((name, _)) = expected.executions.iter().find(|it| !ACTOR_COLUMNS.contains(&it.0.as_str())) {
        return Err(format!("there is no column `{name}` of executions of actors"));
    }
    let name = match (reduction, dependence) {
        (Reduction::Naive, _) => "naive",
        (Reduction::Context(_), _) => "context",
        (Reduction::State, _) => "state",
        (_, "dynamic") => "dynamic",
        _ => "classes",
    };
    right_count_of(&expected, name, &run)
}

/// Whether the output points at the lines, has the diagnostics and contains the words that are expected.
fn right_words(expected: &Expected, output: &str) -> Result<(), String> {
    let lines = expected.lines.iter().map(|it| format!(":{it}:"));
    let codes = expected.errors.iter().map(|it| format!("[{it}]"));
    for words in lines.chain(codes).chain(expected.says.iter().cloned()) {
        if !output.contains(&words) {
            return Err(format!("it does not say `{words}`\n{output}"));
        }
    }
    Ok(())
}

/// Whether nothing is said to hold in all executions that is violated by the head.
fn no_false_claim(expected: &Expected, run: &Run) -> Result<(), String> {
    let Some(violated) = expected.verdict.strip_prefix("FALSE(") else { return Ok(()) };
    let violated: Vec<&str> = violated.trim_end_matches(')').split(',').collect();
    let parts = run.stat("properties").unwrap_or_default().split("; ").filter_map(|it| it.split_once(' '));
    let claimed = parts.filter(|it| matches!(it.1, "hold" | "holds")).flat_map(|it| it.0.split(','));
    match claimed.into_iter().find(|it| violated.contains(it)) {
        Some(wrong) => Err(format!("`{wrong}` does not hold\n{}{}", run.stderr, run.stdout)),
        None => Ok(()),
    }
}

/// Whether the number of executions is the expected one, if one is expected.
fn right_count(expected: &Expected, reduction: Reduction, run: &Run) -> Result<(), String> {
    right_count_of(expected, reduction.name(), run)
}

fn right_count_of(expected: &Expected, column: &str, run: &Run) -> Result<(), String> {
    for (_, count) in expected.executions.iter().filter(|(name, _)| name == column) {
        let number = |it: &str| run.stat(it).and_then(|it| it.parse::<u64>().ok()).unwrap_or(0);
        let total = number("executions") + number("stuck");
        if total.to_string() != *count {
            return Err(format!("expected {count} executions, got {total}\n{}{}", run.stderr, run.stdout));
        }
    }
    Ok(())
}

/// What the engine `ordering` has other answers to: it leaves races open of which it does not see how they are ordered, and takes a
/// section that never ends for one that has not begun.
const OTHERWISE_BY_ORDERS: [(&str, &str); 6] = [
    ("race/section_releases_early.c", "UNKNOWN(unsupported)"),
    ("loops/endless_atomic.c", "TRUE(bounded)"),
    // Whether what a compare-exchange expects was freed before is not followed.
    ("bugs/cas_loser_leak_good.c", "TRUE(bounded)"),
    ("memory/builtins_counter.c", "TRUE(bounded)"),
    ("memory/singleton_freed.c", "TRUE(bounded)"),
    ("memory/stack_pop_hazard.c", "TRUE(bounded)"),
];

/// How often loops go round in programs that do so for ever.
const ROUNDS: &str = "4";

/// Whether a program without violations goes round for ever, so that an exploration has to remember states.
fn is_endless(expected: &Expected) -> bool {
    expected.verdict == "TRUE" && expected.options.iter().any(|it| it == "--remember-states")
}

/// The options of a program that are not those of an exploration.
fn options_of_ordering(expected: &Expected) -> Vec<&str> {
    let mut options = Vec::new();
    let mut given = expected.options.iter().map(String::as_str);
    while let Some(option) = given.next() {
        match option {
            "--remember-states" | "--keep-going" | "-k" => {}
            "--steps" => {
                given.next();
            }
            other => options.push(other),
        }
    }
    let is_bounded = options.iter().any(|it| matches!(*it, "--unroll" | "--unwind"));
    if (expected.verdict == "TRUE(bounded)" || expected.verdict == "UNKNOWN(bound)" || is_endless(expected))
        && !is_bounded
    {
        options.extend(["--unroll", ROUNDS]);
    }
    options
}

/// One program under the engine `ordering`, in these ways.
fn run_ordering(subject: &Subject, ways: &[&str]) -> Result<(), String> {
    let Subject { path, expected, .. } = subject;
    if expected.verdict == "UNKNOWN(input)" {
        return Ok(());
    }
    let mut rest = options_of_ordering(expected);
    let others: Vec<_> = Properties::of_threads().without(Property::Race).iter().map(Property::name).collect();
    let others = others.join(",");
    if expected.without_race {
        rest.extend(["--property", &others]);
    }
    let mut verdict = expected.verdict.clone();
    if let Some((_, found)) = OTHERWISE_BY_ORDERS.iter().find(|it| path.ends_with(it.0)) {
        verdict = (*found).to_owned();
    }
    for name in ways {
        // Where it need not know the answer it need not look for it long either.
        let patience = if expected.may_be_open { "5s" } else { "60s" };
        let mut options = vec!["--engine", "ordering", "--ordering", name, "--timeout", patience];
        options.extend(&rest);
        let run = subject.ask(Form::Read, options);
        let complain = |what: &str| Err(format!("{name}: {what}, got {}\n{}{}", run.verdict(), run.stderr, run.stdout));
        if run.code != exit_code(run.verdict()) {
            return complain("another exit code");
        }
        no_false_claim(expected, &run)?;
        // The rounds that this test allows may be too few for any execution to end.
        let is_bounded_here = rest.contains(&ROUNDS) && !expected.options.iter().any(|it| it == ROUNDS);
        let is_cut_off = is_bounded_here && run.verdict() == "UNKNOWN(bound)";
        let is_right = match verdict.as_str() {
            _ if expected.allows(run.verdict()) => true,
            "TRUE" if is_endless(expected) => run.verdict().starts_with("TRUE") || is_cut_off,
            "TRUE(bounded)" => run.verdict().starts_with("TRUE") || is_cut_off,
            // An exploration cannot choose from so many values; whatever is found has been run again.
            "UNKNOWN(nondeterminism)" => run.verdict().starts_with("TRUE") || run.verdict().starts_with("FALSE"),
            verdict => run.verdict() == verdict,
        };
        if !is_right {
            return complain(&format!("expected {verdict}"));
        }
    }
    Ok(())
}

#[test]
fn every_program_gets_the_same_verdict_by_orders() {
    // The default on all of them, the others in turn.
    let [others @ .., (default, _)] = raddle::ordering::Way::ALL;
    let other = |path: &Path| in_turn(path, every(4), &others).map(|it| it.0);
    let ways = |it: &Subject| Vec::from_iter([Some(default), other(&it.path)].into_iter().flatten());
    let complaints = in_parallel(&SUBJECTS, |it| {
        run_ordering(it, &ways(it)).map_err(|complaint| format!("== {} (ordering): {complaint}", it.path.display()))
    });
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
}

/// One program under the engine `peephole`: how many of two questions are decided, if it does not contradict the head.
fn run_peephole(subject: &Subject, scheduler: &[&str]) -> Result<u32, String> {
    let expected = &subject.expected;
    let options = options_of_ordering(expected);
    // What a bound hides, or nobody knows, cannot be contradicted; nor can what is asked about other properties.
    let is_known = expected.verdict == "TRUE" || expected.verdict.starts_with("FALSE");
    if !is_known || options.contains(&"--property") {
        return Ok(1);
    }
    let is_violated = |property: &str| expected.verdict.split(['(', ')', ',']).any(|it| it == property);
    let mut decided = 0;
    for properties in [&["reach", "deadlock", "overflow"][..], &["memory", "race"]] {
        let asked = properties.iter().copied().filter(|it| *it != "race" || !expected.without_race);
        let asked: Vec<&str> = asked.collect();
        let names = asked.join(",");
        let usual = ["--engine", "peephole", "--timeout", "5s", "--depth", "24", "--property", &names];
        let run = subject.ask(Form::Read, usual.iter().chain(scheduler).chain(&options).copied());
        let verdict = run.verdict();
        no_false_claim(expected, &run)?;
        let complain =
            || Err(format!("the head says {}, got {verdict}\n{}{}", expected.verdict, run.stderr, run.stdout));
        if run.code != exit_code(verdict) || !["TRUE", "FALSE", "UNKNOWN"].iter().any(|it| verdict.starts_with(it)) {
            return complain();
        }
        if verdict == "UNKNOWN(internal)" || verdict == "UNKNOWN(input)" {
            return complain();
        }
        let found: Vec<&str> = match verdict.strip_prefix("FALSE(") {
            Some(names) => names.trim_end_matches(')').split(',').collect(),
            None => Vec::new(),
        };
        if found.iter().any(|it| !is_violated(it)) || (verdict == "TRUE" && asked.iter().any(|it| is_violated(it))) {
            return complain();
        }
        decided += u32::from(verdict == "TRUE" || !found.is_empty());
    }
    Ok(decided)
}

#[test]
fn no_program_is_contradicted_step_by_step() {
    let schedulers: [&[&str]; 4] = [
        &["--scheduler", "simple"],
        &["--scheduler", "full", "--chains"],
        &["--scheduler", "static", "--constraints", "merged"],
        &["--scheduler", "none"],
    ];
    let case = |it: &'static Subject| Some((it, in_turn(&it.path, every(3), &schedulers)?));
    let cases: Vec<_> = SUBJECTS.iter().filter_map(case).collect();
    let decided = std::sync::atomic::AtomicU32::new(0);
    let complaints = in_parallel(&cases, |(subject, scheduler)| match run_peephole(subject, scheduler) {
        Ok(count) => {
            decided.fetch_add(count, std::sync::atomic::Ordering::Relaxed);
            Ok(())
        }
        Err(it) => Err(format!("== {} (peephole {scheduler:?}): {it}", subject.path.display())),
    });
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
    // Of the second question of each program most are left open: that there is no race is not decided.
    let decided = decided.into_inner() as usize;
    assert!(decided > cases.len(), "only {decided} questions about {} programs are decided", cases.len());
}

/// One program under the engine `cegar`: whether it has an answer, if that does not contradict the head. Nothing if
/// nobody knows what is right, or something else is asked.
fn run_cegar(subject: &Subject, way: &[&str]) -> Result<Option<bool>, String> {
    let expected = &subject.expected;
    let is_known = expected.verdict == "TRUE" || expected.verdict.starts_with("FALSE");
    let given = options_of_ordering(expected);
    if !is_known || given.contains(&"--property") {
        return Ok(None);
    }
    // It follows loops to their end.
    let mut options = Vec::new();
    let mut given = given.into_iter();
    while let Some(option) = given.next() {
        match option {
            "--unroll" | "--unwind" => _ = given.next(),
            other => options.push(other),
        }
    }
    let asked = ["--engine", "cegar", "--property", "reach"];
    let run = subject.ask(Form::Read, asked.iter().chain(way).chain(&options).copied());
    let verdict = run.verdict();
    let is_violated = expected.verdict.split(['(', ')', ',']).any(|it| it == "reach");
    // A mistake that is not asked about stops a thread, or may do so as far as is known in time.
    let may_stop = expected.verdict.contains("memory") || expected.verdict.contains("overflow");
    let is_right = match verdict {
        "TRUE" => !is_violated,
        "TRUE(bounded)" => may_stop || expected.may_be_open || !is_violated,
        "FALSE(reach)" => is_violated,
        "UNKNOWN(internal)" | "UNKNOWN(input)" => false,
        other => other.starts_with("UNKNOWN("),
    };
    if !is_right || run.code != exit_code(verdict) || run.stderr.contains("panicked") {
        return Err(format!("the head says {}, got {verdict}\n{}{}", expected.verdict, run.stderr, run.stdout));
    }
    Ok(Some(!verdict.starts_with("UNKNOWN")))
}

/// Every way to look in which something is not usual: what is tracked, which steps are made, which assignments are looked at.
fn abstractions() -> Vec<[&'static str; 8]> {
    use raddle::cegar::{CONES, DOMAINS, REDUCTIONS};
    let mut all = Vec::new();
    for (domain, kept) in DOMAINS {
        for (reduction, steps) in REDUCTIONS {
            for (cone, assignments) in CONES {
                if (kept, steps, assignments) != Default::default() {
                    all.push(["--domain", domain, "--por", reduction, "--coi", cone, "--timeout", "2s"]);
                }
            }
        }
    }
    all
}

#[test]
fn no_program_is_contradicted_by_abstraction() {
    let others = abstractions();
    assert_eq!(others.len(), 26);
    let count = || std::sync::atomic::AtomicU32::new(0);
    let (known, decided) = ([count(), count()], [count(), count()]);
    let cases: Vec<_> = SUBJECTS.iter().map(|it| (it, in_turn(&it.path, every(3), &others))).collect();
    assert!(others.iter().all(|way| cases.iter().any(|it| it.1 == Some(way))), "some way is tried on no program");
    let complaints = in_parallel(&cases, |(subject, other)| {
        let ways = [Some(&["--timeout", "5s"][..]), other.map(|it| it.as_slice())];
        for (which, way) in ways.into_iter().flatten().enumerate() {
            match run_cegar(subject, way) {
                Ok(Some(is_decided)) => {
                    known[which].fetch_add(1, std::sync::atomic::Ordering::Relaxed);
                    decided[which].fetch_add(is_decided.into(), std::sync::atomic::Ordering::Relaxed);
                }
                Ok(None) => {}
                Err(it) => return Err(format!("== {} (cegar {way:?}): {it}", subject.path.display())),
            }
        }
        Ok(())
    });
    let [known, decided] = [known, decided].map(|it| it.map(|it| it.into_inner()));
    println!("as usual {} of {} are decided, otherwise {} of {}", decided[0], known[0], decided[1], known[1]);
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
    assert!(decided[0] * 10 >= known[0] * 9, "only {} of {} programs are decided", decided[0], known[0]);
}

#[test]
fn every_program_gets_what_its_head_says() {
    let cases: Vec<_> = SUBJECTS.iter().flat_map(|it| Reduction::ALL.map(|reduction| (it, reduction))).collect();
    let complaints = in_parallel(&cases, |(subject, reduction)| {
        run_one(subject, *reduction).map_err(|it| format!("== {} ({reduction}): {it}", subject.path.display()))
    });
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
}

#[test]
fn every_actor_program_gets_what_its_head_says() {
    let mut list = Vec::new();
    programs(&root().join("corpus"), &["abs"], &mut list);
    list.sort();
    assert!(list.len() >= 40, "the corpus has only {} actor programs", list.len());
    let mut cases = Vec::new();
    for path in &list {
        for reduction in Reduction::ALL.into_iter().filter(|it| it.takes_actors()) {
            cases.extend(["static", "dynamic"].map(|dependence| (path, reduction, dependence)));
        }
    }
    let complaints = in_parallel(&cases, |(path, reduction, dependence)| {
        let result = run_actors(path, *reduction, dependence);
        result.map_err(|it| format!("== {} ({reduction}, {dependence}): {it}", path.display()))
    });
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
}
