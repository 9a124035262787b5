//! The same for everything else that is read: witnesses, saved traces, property files and suites of benchmarks.
//!
//! What is taken is also put to use, in a program that it is about: a witness is followed, a trace is replayed. What was written by
//! Raddle must come back as it was, so whatever is taken is written and read once more.

use super::Answer;
use super::mutate::{change_bytes, change_lines, closing, generator, splice, tokens};
use super::seeds::root;
use event::{Budget, Properties, Verdict};
use fastrand::Rng;
use raddle::replay::{self, Program};
use raddle::saved::SavedProgram;
use raddle::witness::read::{self, Witness};
use raddle::witness::specification::Formula;
use raddle::witness::waypoints::Checked;
use raddle::witness::{resolve, sites::Sites, survey, write};
use raddle::{CheckOptions, LoadError, LoadOptions, Loaded};
use report::witness::yaml;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;
use std::time::{Duration, Instant};

/// What is read is about one of these: a violation about the first, a proof about the second.
const PROGRAMS: [&str; 2] = ["examples/account.c", "examples/account_fixed.c"];

static LOADED: LazyLock<[Loaded; 2]> = LazyLock::new(|| {
    PROGRAMS.map(|it| match raddle::load(&root().join(it), &LoadOptions::default()) {
        Ok(loaded) => loaded,
        Err(error) => panic!("{it} is not loaded: {error:?}"),
    })
});

/// A program and its file.
fn program(index: usize) -> (&'static ir::Program, PathBuf) {
    (&LOADED[index].program, root().join(PROGRAMS[index]))
}

/// Reads a text as a witness.
///
/// # Panics
/// If a promise is broken.
pub fn check_witness(text: &str) -> Answer {
    match read::parse(text) {
        Ok(Witness::Violation(witness)) => {
            // Forms of constraints need not be said, but always are.
            let written = yaml::violation(&witness);
            let is_same = |it: &Witness| matches!(it, Witness::Violation(it) if yaml::violation(it) == written);
            assert!(read::parse(&written).is_ok_and(|it| is_same(&it)), "another witness: {written}");
            let (program, _) = program(0);
            let sites = Sites::of(program, &vm::compile(program, Properties::of_threads()));
            if let Err(meaningless) = resolve::resolve(program, &sites, &witness) {
                assert!(!meaningless.why.is_empty(), "a waypoint is refused without a reason");
            }
            Answer::Accepted
        }
        Ok(Witness::Correctness(witness)) => {
            let (program, _) = program(1);
            let deadline = Instant::now().checked_add(Duration::from_millis(100));
            let budget = Budget { deadline, ..Budget::default() };
            let code = vm::compile(program, Properties::of_threads());
            if let Err(why) = survey::check(program, code, &witness, &budget) {
                assert!(!why.is_empty(), "an invariant is refused without a reason");
            }
            Answer::Accepted
        }
        Err((line, why)) => {
            assert!(line > 0 && !why.is_empty(), "a witness is refused without a reason");
            Answer::Rejected
        }
    }
}

/// Reads a text as a saved trace, or as an answer with one.
///
/// # Panics
/// If a promise is broken.
pub fn check_trace(text: &str) -> Answer {
    match replay::read::parse(text, None) {
        Ok(trace) => {
            let written = replay::write::text(&trace);
            assert!(replay::read::parse(&written, None) == Ok(trace.clone()), "another trace: {written}");
            let (program, _) = program(0);
            let loaded = Loaded { program: program.clone(), warnings: source::Diagnostics::new() };
            if let Ok(replayed) = replay::replay(&Program::Threads(Box::new(loaded)), &trace) {
                assert!(replayed.line().starts_with("REPLAY: "));
                replayed.explanation();
            }
            Answer::Accepted
        }
        Err(why) => {
            assert!(!why.is_empty(), "a trace is refused without a reason");
            Answer::Rejected
        }
    }
}

/// Reads a text as a property file.
///
/// # Panics
/// If a promise is broken.
pub fn check_property_file(text: &str) -> Answer {
    match Formula::all_of(text) {
        Ok(formulas) => {
            let written: Vec<String> = formulas.iter().map(|it| it.text()).collect();
            assert!(Formula::all_of(&written.join("\n")) == Ok(formulas), "other formulas: {written:?}");
            Answer::Accepted
        }
        Err((line, why)) => {
            assert!(line > 0 && !why.is_empty(), "a property file is refused without a reason");
            Answer::Rejected
        }
    }
}

/// Reads a text as a suite of benchmarks, in the folder that suites are in.
///
/// # Panics
/// If a promise is broken.
pub fn check_suite(text: &str) -> Answer {
    match raddle::bench::suite::parse(&root().join("bench/suites/fuzzed.toml"), text) {
        Ok(_) => Answer::Accepted,
        Err(LoadError::Diagnostics { diagnostics, sources }) => {
            let shown = report::diagnostics(&diagnostics, &sources, report::Style::default());
            assert!(shown.contains("error"), "a suite was refused without a message");
            Answer::Rejected
        }
        Err(LoadError::Input(why)) => {
            assert!(!why.is_empty(), "a suite was refused without a reason");
            Answer::Rejected
        }
        Err(LoadError::Internal(why)) => panic!("{why}"),
    }
}

/// Witnesses of the programs that they are about.
pub fn witnesses() -> Vec<String> {
    let mut texts = Vec::new();
    for (index, name) in PROGRAMS.iter().enumerate() {
        let (program, path) = program(index);
        let properties = Properties::of_threads();
        let files = [path.display().to_string()];
        let checked = Checked { program, files: &files, properties };
        match raddle::check(program, &CheckOptions::default(), &mut |_, _| ()).verdict {
            Verdict::Unsafe { violations } => {
                texts.extend(violations.iter().filter_map(|it| Some(write::violation(checked, it, None).ok()?.yaml())));
            }
            Verdict::Safe { .. } => texts.push(write::correctness(checked, &Formula::ALL, &Budget::default())),
            Verdict::Partial { .. } => panic!("{name} is checked in part"),
            Verdict::Unknown { because } => panic!("{name} is not checked: {because:?}"),
        }
    }
    texts
}

/// A trace, and an answer that has it.
pub fn traces() -> Vec<String> {
    let (program, path) = program(0);
    let saved = SavedProgram::of_threads(&[path], &LoadOptions::default());
    let options = CheckOptions::default();
    let Verdict::Unsafe { violations } = raddle::check(program, &options, &mut |_, _| ()).verdict else {
        panic!("{} is unsafe", PROGRAMS[0]);
    };
    let traces = replay::write::traces(Path::new("t.json"), &saved, options.search.properties, &violations);
    let texts: Vec<String> = traces.iter().map(|(_, it)| replay::write::text(it)).collect();
    let list = texts.iter().map(|it| format!(r#"{{"property": "reach", "trace": {it}}}"#)).collect::<Vec<_>>();
    let answer = format!(r#"{{"violations": [{}]}}"#, list.join(", "));
    texts.into_iter().chain([answer]).collect()
}

/// A property file for each formula, and one for all.
pub fn property_files() -> Vec<String> {
    let texts = Formula::ALL.map(|it| format!("{}\n", it.text()));
    texts.iter().cloned().chain([texts.concat()]).collect()
}

/// The suites of the project.
pub fn suites() -> Vec<String> {
    let entries = std::fs::read_dir(root().join("bench/suites")).into_iter().flatten().flatten();
    let mut files: Vec<PathBuf> = entries.map(|it| it.path()).collect();
    files.sort();
    files.iter().filter_map(|it| std::fs::read_to_string(it).ok()).collect()
}

/// The text with this number, as [`super::mutate::text`] has it for C. `words` are odd ones that such a text may have.
pub fn text(seeds: &[String], words: &[&str], seed: u64, index: u64) -> Vec<u8> {
    let mut rng = generator(seed, index);
    let rng = &mut rng;
    let mut text = seeds[rng.usize(..seeds.len())].clone().into_bytes();
    let rounds = match rng.u8(..10) {
        0..=5 => 1,
        6..=8 => rng.usize(2..4),
        _ => rng.usize(4..30),
    };
    for _ in 0..rounds {
        text = match rng.u8(..10) {
            0 | 1 => change_bytes(text, rng),
            2 => change_lines(text, seeds, rng),
            3 => splice(text, seeds, rng),
            _ => change_token(&text, seeds, words, rng),
        };
        text.truncate(4 * super::mutate::MOST_BYTES);
    }
    text
}

/// Words that are odd in every format.
const ODD: &[&str] = &[
    "0",
    "-1",
    "4294967295",
    "4294967296",
    "18446744073709551615",
    "99999999999999999999999999999999999999999",
    "1e400",
    "0x7fffffffffffffff",
    "null",
    "true",
    "\"\"",
    "\"\\u0000\"",
    "\"\\ud800\"",
    "'",
    "[]",
    "{}",
    "[",
    "{",
    "\n",
    "\t",
    "\u{feff}",
    "é",
];

/// Changes a token to another one of this text, of another one, or to an odd one; or leaves out, repeats or moves brackets with
/// what is in them.
fn change_token(text: &[u8], seeds: &[String], words: &[&str], rng: &mut Rng) -> Vec<u8> {
    let mut list = tokens(text);
    if list.is_empty() {
        return text.to_vec();
    }
    let solid: Vec<usize> = (0..list.len()).filter(|it| !list[*it][0].is_ascii_whitespace()).collect();
    let pick = |rng: &mut Rng| if solid.is_empty() { 0 } else { solid[rng.usize(..solid.len())] };
    let (at, to) = (pick(rng), pick(rng));
    let end = closing(&list, at);
    let other = &seeds[rng.usize(..seeds.len())];
    let foreign = tokens(other.as_bytes());
    let repeated;
    match rng.u8(..9) {
        0 => drop(list.drain(at..end)),
        1 => {
            let copy: Vec<&[u8]> = list[at..end].to_vec();
            list.splice(to..to, copy);
        }
        2 => list.swap(at, to),
        3 => list[at] = list[to],
        4 => list[at] = foreign[rng.usize(..foreign.len())],
        5 | 6 if !words.is_empty() => list[at] = words[rng.usize(..words.len())].as_bytes(),
        7 if rng.u8(..4) == 0 => {
            repeated = list[at].repeat(rng.usize(2..2000));
            list[at] = &repeated;
        }
        _ => list[at] = ODD[rng.usize(..ODD.len())].as_bytes(),
    }
    list.concat()
}
