//! The same for actor programs: what holds for every text, and texts that are changed such that many stay programs.

use super::Answer;
use super::mutate::{change_bytes, change_lines, closing, splice, tokens};
use super::seeds::root;
use abs::Actors;
use event::{Choice, End, Status, StopKind, System};
use fastrand::Rng;

/// A program is run for so many steps.
const MOST_STEPS: usize = 40;

/// Reads a text as an ABS file. A program is run, always with the first task that can go on: what the checker has let
/// through must not surprise the machine.
///
/// # Panics
/// If a promise is broken.
pub fn check_actors(bytes: &[u8]) -> Answer {
    let text = String::from_utf8_lossy(bytes).into_owned();
    match abs::load(vec![("fuzzed.abs".to_owned(), text)], &abs::Options::default()) {
        Ok((program, warnings)) => {
            assert!(!warnings.has_errors(), "a program with errors was accepted");
            report::diagnostics(&warnings, &program.sources, report::Style::default());
            run(&mut Actors::new(abs::compile(&program)));
            Answer::Accepted
        }
        Err((diagnostics, sources)) => {
            assert!(diagnostics.has_errors(), "a program was refused without a reason");
            let shown = report::diagnostics(&diagnostics, &sources, report::Style::default());
            assert!(shown.contains("error"), "a program was refused without a message");
            Answer::Rejected
        }
    }
}

/// One execution there, and all the way back.
fn run(actors: &mut Actors) {
    let start = actors.final_state();
    let mut accesses = Vec::new();
    let mut was_cut = false;
    for _ in 0..MOST_STEPS {
        let threads = actors.threads().to_vec();
        // Endless loops take their time, and are the same each time.
        let is_cut = |it: &_| actors.status(*it) == Status::Ended(End::Stopped(StopKind::Cut));
        was_cut = threads.iter().any(is_cut);
        if was_cut {
            break;
        }
        let Some(thread) = threads.into_iter().find(|it| actors.enabled(*it)) else { break };
        accesses.clear();
        let branch = actors.branches(thread) - 1;
        actors.step(Choice { thread, branch }, &mut accesses);
        assert!(!accesses.is_empty(), "a step touches something, or says that it does not");
    }
    // An endless loop may have left millions of objects behind.
    if !was_cut {
        actors.final_state();
    }
    actors.back_to(0);
    assert!(actors.final_state() == start, "going back does not lead to the start");
}

/// All actor programs of the project, without their heads.
pub fn programs() -> Vec<String> {
    let mut files = Vec::new();
    for folder in ["corpus/actors", "corpus/actors/parts", "bench/actors", "examples/actors"] {
        let entries = std::fs::read_dir(root().join(folder)).into_iter().flatten().flatten();
        files.extend(entries.map(|it| it.path()).filter(|it| it.extension().is_some_and(|it| it == "abs")));
    }
    files.sort();
    let text = |it: &std::path::PathBuf| std::fs::read_to_string(it).ok();
    let body = |it: String| {
        let lines = it.lines().filter(|it| !it.starts_with("//"));
        lines.map(|it| format!("{it}\n")).collect::<String>()
    };
    files.iter().filter_map(text).map(body).collect()
}

/// The text with this number, as [`super::mutate::text`] has it for C.
pub fn text(seeds: &[String], seed: u64, index: u64) -> Vec<u8> {
    let mut rng = super::mutate::generator(seed, index);
    let rng = &mut rng;
    let mut text = seeds[rng.usize(..seeds.len())].clone().into_bytes();
    let rounds = match rng.u8(..10) {
        0..=4 => 1,
        5..=7 => rng.usize(2..4),
        _ => rng.usize(4..20),
    };
    let mild = rng.bool();
    for _ in 0..rounds {
        text = match rng.u8(..10) {
            _ if mild => change_mildly(&text, seeds, rng),
            0 => change_bytes(text, rng),
            1 => change_lines(text, seeds, rng),
            2 => splice(text, seeds, rng),
            3 | 4 => change_brackets(&text, rng),
            _ => change_mildly(&text, seeds, rng),
        };
        text.truncate(super::mutate::MOST_BYTES);
    }
    text
}

/// Leaves out, repeats or moves a token, or brackets with their contents.
fn change_brackets(text: &[u8], rng: &mut Rng) -> Vec<u8> {
    let mut list = tokens(text);
    if list.is_empty() {
        return text.to_vec();
    }
    let (at, to) = (rng.usize(..list.len()), rng.usize(..list.len()));
    let end = closing(&list, at);
    match rng.u8(..4) {
        0 => drop(list.drain(at..end)),
        1 => {
            let copy: Vec<&[u8]> = list[at..end].to_vec();
            list.splice(to..to, copy);
        }
        2 => list.swap(at, to),
        _ => list.insert(at, list[to]),
    }
    list.concat()
}

/// Changes a token to another of its kind, from the same text or another, so that the grammar is kept and often the types.
fn change_mildly(text: &[u8], seeds: &[String], rng: &mut Rng) -> Vec<u8> {
    const OPERATORS: &[&str] = &["+", "-", "*", "/", "%", "&&", "||", "==", "!=", "<", ">", "<=", ">="];
    const CALLS: &[&str] = &["!", "."];
    const NUMBERS: &[&str] = &["0", "1", "-1", "2", "1/2", "0.5", "9223372036854775808", "random(2)", "\"a\"", "null"];
    const STATEMENTS: &[&str] = &[
        " suspend;",
        " skip;",
        " assert True;",
        " throw DivisionByZeroException;",
        " return Unit;",
        " await True;",
        " this.run();",
        " Int fresh = 1;",
        " try { skip; } catch { _ => skip; } finally { suspend; }",
        " foreach (it, i in list[1, 2]) { suspend; }",
        " while (False) { skip; }",
    ];
    let mut list = tokens(text);
    let other = seeds[rng.usize(..seeds.len())].clone();
    let foreign = tokens(other.as_bytes());
    let kind = |it: &[u8]| match it[0] {
        b'a'..=b'z' => 1,
        b'A'..=b'Z' => 2,
        b'0'..=b'9' | b'"' => 3,
        _ => 0,
    };
    for _ in 0..40 {
        if list.is_empty() {
            break;
        }
        let at = rng.usize(..list.len());
        let token = list[at];
        let choose = |from: &[&'static str], rng: &mut Rng| from[rng.usize(..from.len())].as_bytes();
        let is = |of: &[&str]| of.iter().any(|it| it.as_bytes() == token);
        let new: Vec<u8> = match token {
            b";" => [&b";"[..], choose(STATEMENTS, rng)].concat(),
            _ if is(OPERATORS) => choose(OPERATORS, rng).to_vec(),
            _ if is(CALLS) => choose(CALLS, rng).to_vec(),
            _ if kind(token) == 3 => choose(NUMBERS, rng).to_vec(),
            _ if kind(token) > 0 => {
                let pool = if rng.u8(..4) == 0 { &foreign } else { &list };
                let same: Vec<&&[u8]> = pool.iter().filter(|it| kind(it) == kind(token)).collect();
                if same.is_empty() {
                    continue;
                }
                same[rng.usize(..same.len())].to_vec()
            }
            _ => continue,
        };
        list[at] = &new;
        return list.concat();
    }
    text.to_vec()
}
