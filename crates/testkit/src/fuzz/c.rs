//! One C program: what brute force knows of it, and what every engine says.

use super::{Answer, Checked, Engines, Limits, load};
use crate::agree::{Agreement, Known, properties};
use crate::concurrent::{self, Form, Size};
use crate::oracle::{self, FaultKind, Report};
use crate::panics::guarded;
use crate::{cegar, ordering, peephole, reuse, states, values, waiting};
use event::{Properties, Property};
use explore::{Contextual, Reduction};
use ir::{DataModel, Program, passes};
use vm::Code;

/// The program of a seed.
pub fn program(seed: u64) -> concurrent::tree::Program {
    concurrent::program(seed, &Size::default())
}

/// What is checked in the program of a seed: mostly everything.
fn options(seed: u64, limits: &Limits) -> oracle::Options {
    let all = oracle::Options { state_limit: limits.states, local_steps: 2_000, ..oracle::Options::default() };
    match seed % 16 {
        6 => oracle::Options { check_overflow: false, ..all },
        7 => oracle::Options { check_memory: false, check_overflow: seed % 32 == 7, ..all },
        _ => all,
    }
}

/// How the program of a seed is read: some with the smaller data model, some without what happens for no reason.
fn reading(text: &str, seed: u64) -> c::Options {
    // The smaller model has no integers of 128 bits.
    let is_small = seed % 8 == 2 && !text.contains("__int128");
    let model = if is_small { DataModel::Ilp32 } else { DataModel::Lp64 };
    c::Options { model, no_spurious: seed % 8 == 4, ..c::Options::default() }
}

/// How the command is told to check the same as the program of a seed is checked for.
pub(super) fn command_options(tree: &concurrent::tree::Program, seed: u64) -> Vec<String> {
    let options = options(seed, &Limits::default());
    let mut words = Vec::new();
    let reading = reading(&concurrent::text(tree, Form::File), seed);
    if reading.model == DataModel::Ilp32 {
        words.push("--data-model ilp32".to_owned());
    }
    if reading.no_spurious {
        words.push("--no-spurious".to_owned());
    }
    if let Some(rounds) = tree.unroll {
        words.push(format!("--unroll {rounds}"));
    }
    if properties(&options) != Properties::of_threads() {
        let names: Vec<&str> = properties(&options).iter().map(Property::name).collect();
        words.push(format!("--property {}", names.join(",")));
    }
    words
}

/// What the engines say about a program.
pub(super) fn check(tree: &concurrent::tree::Program, seed: u64, engines: Engines, limits: &Limits) -> Checked {
    let text = concurrent::text(tree, Form::Preprocessed);
    let mut checked =
        Checked { features: concurrent::features(&concurrent::text(tree, Form::File)), ..Checked::default() };
    let options = options(seed, limits);
    let loaded = guarded(|| {
        let raw = load::raw(&text, &reading(&text, seed))?;
        let mut program = load::prepared(&raw)?;
        if let Some(rounds) = tree.unroll {
            passes::bound_loops(&mut program, rounds);
        }
        Ok((raw, program))
    });
    let (raw, program) = match loaded {
        Ok(Ok(loaded)) => loaded,
        Ok(Err(complaint)) => {
            checked.reject(complaint);
            return checked;
        }
        Err(complaint) => {
            checked.ask("front end", || Err(complaint));
            return checked;
        }
    };
    // What is unset in memory is known to the machine if the program asks.
    let options = oracle::Options { check_uninitialised: passes::unset::asks_for_unset(&program), ..options };
    let brute_force = guarded(|| {
        let report = oracle::explore(&program, &options);
        let race = match report.incomplete {
            true => None,
            false => oracle::has_race(&program, &options, limits.race_interleavings),
        };
        (report, race)
    });
    let (report, race) = match brute_force {
        Ok(known) => known,
        Err(complaint) => {
            checked.ask("oracle", || Err(complaint));
            return checked;
        }
    };
    if report.incomplete {
        checked.is_too_large = true;
        return checked;
    }
    checked.is_cut = report.is_cut;
    note_violations(&report, race, &mut checked);
    if engines.explore {
        if tree.unroll.is_none() {
            checked.ask("passes", || passes_agree(&raw, &report, &options, limits));
        }
        let subject = Subject { program: &program, report: &report, race, options: &options, limits };
        if tree.compares_addresses {
            checked.ask("memory used again", || use_again(&subject));
        } else {
            explore(&subject, seed, &mut checked);
        }
    }
    // They do not follow which bytes of memory were written, so they go on where threads are stopped for that.
    let is_followed =
        !options.check_uninitialised || options.check_memory && !report.violations.contains(&FaultKind::Uninitialised);
    // Nor do they use memory again, which the others do.
    if is_followed && !tree.compares_addresses {
        symbolic(&program, seed, engines, limits, &mut checked);
    }
    checked
}

/// What brute force says about each property.
fn note_violations(report: &Report, race: Option<bool>, checked: &mut Checked) {
    for property in Property::ALL {
        let is_violated = match property {
            Property::Deadlock => Some(report.deadlock),
            Property::Race => race,
            Property::Reach | Property::Memory | Property::Overflow => {
                Some(report.violations.iter().any(|it| crate::agree::property(*it) == property))
            }
            Property::Exception => Some(false),
        };
        match is_violated {
            Some(true) => checked.violated.push(property.name()),
            Some(false) => {}
            None => checked.unknown.push(property.name()),
        }
    }
}

/// Whether a program does the same before passes have made it small.
fn passes_agree(raw: &Program, report: &Report, options: &oracle::Options, limits: &Limits) -> Result<Answer, String> {
    let before = oracle::explore(
        raw,
        &oracle::Options { state_limit: limits.raw_states, check_uninitialised: true, follow_unset: true, ..*options },
    );
    if before.incomplete {
        return Ok(Answer::undecided("too many states before passes"));
    }
    if before.is_cut {
        return Ok(Answer::undecided("an input with too many values before passes"));
    }
    // What happens for no reason again and again is cut by a pass, which does not claim to have seen all.
    let is_less = report.violations.is_subset(&before.violations) && (before.deadlock || !report.deadlock);
    if report.is_cut && is_less {
        return Ok(Answer::undecided("cut by a pass"));
    }
    if before.violations != report.violations || before.deadlock != report.deadlock {
        let told = |it: &Report| format!("{:?}, deadlock {}", it.violations, it.deadlock);
        return Err(format!("passes change what a program can do: before {}, after {}", told(&before), told(report)));
    }
    Ok(Answer::DECIDED)
}

/// A program, what is known of it, and how it is checked.
struct Subject<'a> {
    program: &'a Program,
    report: &'a Report,
    race: Option<bool>,
    options: &'a oracle::Options,
    limits: &'a Limits,
}

/// Every reduction.
fn explore(subject: &Subject<'_>, seed: u64, checked: &mut Checked) {
    let Subject { program, report, options, .. } = *subject;
    let mut code = vm::compile(program, properties(options));
    // There is a cycle of states: some loop goes round and round.
    let waits = report.paths == u128::MAX;
    if waits {
        code = code.stopping_after(waiting::MOST_STEPS);
        follow(subject, &code, checked);
        code = code.with_awaits();
    } else {
        run(subject, &code, checked);
    }
    if !options.check_uninitialised {
        for way in values::WAYS {
            let name = format!("{}{}", way.0, if way.1 { "" } else { " strict" });
            checked.ask(name, || {
                let undecided = values::agree_in(way, program, &code, report)?;
                Ok(undecided.map_or(Answer::DECIDED, Answer::undecided))
            });
        }
    }
    compare_states(program, seed, options, waits, checked);
}

/// Reductions that run executions, against brute force over all ways to use memory again.
fn use_again(subject: &Subject<'_>) -> Result<Answer, String> {
    if subject.report.paths == u128::MAX {
        return Ok(Answer::undecided("endless executions"));
    }
    Ok(match reuse::agree(subject.program, subject.options)?.agreement {
        Agreement::TooLarge => Answer::undecided("too many interleavings"),
        Agreement::Full(_) => Answer::DECIDED,
    })
}

/// Reductions that run executions, on a program without endless executions.
fn run(subject: &Subject<'_>, code: &Code, checked: &mut Checked) {
    let Subject { program, report, race, options, limits } = *subject;
    let is_small = report.paths <= limits.interleavings;
    let classes = match guarded(|| is_small.then(|| oracle::classes(program, options, limits.prefixes)).flatten()) {
        Ok(classes) => classes,
        Err(complaint) => return checked.ask("oracle", || Err(complaint)),
    };
    checked.ask("number of classes", || match classes {
        Some(_) => Ok(Answer::DECIDED),
        None => Ok(Answer::undecided("too many interleavings")),
    });
    let (properties, most_events) = (properties(options), limits.events);
    let mut known = Known { program, code, properties, report, classes, race, most_events };
    for reduction in Reduction::OF_SYSTEMS {
        checked.ask(reduction.name(), || {
            if reduction == Reduction::Naive && !is_small {
                return Ok(Answer::undecided("too many interleavings"));
            }
            let is_done = known.compare(reduction)?;
            Ok(if is_done { Answer::DECIDED } else { Answer::undecided("too long") })
        });
    }
    checked.ask("states remembered", || known.compare_remembering().map(|()| Answer::DECIDED));
}

/// The same on one with loops that wait.
fn follow(subject: &Subject<'_>, code: &Code, checked: &mut Checked) {
    let Subject { program, report, mut race, options, limits } = *subject;
    for reduction in Reduction::OF_SYSTEMS {
        checked.ask(reduction.name(), || {
            let patience = limits.patience / if reduction == Reduction::Naive { 10 } else { 1 };
            let followed = waiting::follow(program, code, properties(options), reduction, patience, report, &mut race)?;
            Ok(match followed {
                waiting::Followed::Agrees { .. } => Answer::DECIDED,
                waiting::Followed::TooLong => Answer::undecided("too long"),
                waiting::Followed::Endless => Answer::undecided("endless executions"),
            })
        });
    }
}

/// Reductions that match states: the usual ones, and variants by turns.
fn compare_states(program: &Program, seed: u64, options: &oracle::Options, waits: bool, checked: &mut Checked) {
    let code = vm::compile(program, properties(options).without(Property::Race));
    let code = if waits { code.stopping_after(waiting::MOST_STEPS).with_awaits() } else { code };
    let variants = Contextual::ALL.len() as u64;
    let variant = Contextual::ALL[1 + (seed % (variants - 1)) as usize];
    let limits = states::Limits { interleaved: 8_000, steps: 50_000 };
    let reductions = [Reduction::State, Reduction::Context(Contextual::default()), Reduction::Context(variant)];
    match guarded(|| states::of_threads(program, &code, &reductions, &limits)) {
        Ok(Ok(Some(figures))) => {
            for run in figures.reductions {
                let answer = match (run.is_too_long, run.gives_way) {
                    (true, _) => Answer::undecided("too long"),
                    (_, true) => Answer::undecided("gives way to naive"),
                    _ => Answer::DECIDED,
                };
                checked.ask(run.reduction.name(), || Ok(answer));
            }
        }
        Ok(Ok(None)) => {
            reductions
                .iter()
                .for_each(|it| checked.ask(it.name(), || Ok(Answer::undecided("too long by brute force"))));
        }
        // Each complaint begins with the name of a reduction.
        Ok(Err(complaint)) | Err(complaint) => {
            let named = |it: &&Reduction| complaint.starts_with(&format!("{it}: "));
            let name = reductions.iter().find(named).map_or("context, state", |it| it.name());
            checked.ask(name, || Err(complaint));
        }
    }
}

/// Engines that reason about terms.
fn symbolic(program: &Program, seed: u64, engines: Engines, limits: &Limits, checked: &mut Checked) {
    let turn = seed as usize;
    let own = ordering::Limits {
        states: limits.states,
        ways: limits.race_interleavings,
        rounds: 3,
        unroll: Some(4),
        finals: 500,
        time: limits.question,
    };
    if engines.ordering {
        checked.ask("ordering", || match ordering::agree(program, turn, &own)? {
            ordering::Compared::TooLarge => Ok(Answer::undecided("too large for brute force, or cut")),
            ordering::Compared::Agrees(figures) => {
                let all = figures.answers();
                let mut undecided: Vec<(String, u64)> = figures.unsupported.into_iter().collect();
                undecided.push(("within a bound".to_owned(), all.bounded));
                undecided.push(("too long".to_owned(), all.slow));
                Ok(Answer::Agrees { decided: all.found + all.proofs, undecided })
            }
        });
    }
    if engines.peephole {
        checked.ask("peephole", || {
            let all = peephole::compare_verdicts(program, turn, &own)?;
            let undecided = [
                ("within a bound", all.bounded),
                ("undecided", all.undecided),
                ("too long", all.slow),
                ("not supported", all.unsupported),
                ("not known by brute force", all.unknown),
            ];
            let undecided = undecided.map(|it| (it.0.to_owned(), it.1)).to_vec();
            Ok(Answer::Agrees { decided: all.found + all.proofs, undecided })
        });
    }
    if engines.cegar {
        checked.ask("cegar", || {
            let own = cegar::Limits { states: limits.states, time: limits.question };
            let all = cegar::compare_verdicts(program, turn, &own)?;
            let mut undecided: Vec<(String, u64)> = all.reasons.iter().map(|it| (it.0.clone(), *it.1)).collect();
            undecided.push(("too long".to_owned(), all.slow));
            Ok(Answer::Agrees { decided: all.decided(), undecided })
        });
    }
}
