//! The engine that reasons about orders of events: what it is asked, and what its answer means.

use crate::check::{self, CheckOptions, Outcome};
use crate::files::write_atomically_with;
use crate::search;
use bmc::ordering::{Config, Method};
use bmc::{Examined, Figures, Found, Plan, Settings};
use event::{Loops, Properties, Property, Reason, Scope, Stats, Verdict, Violation};
use ir::Program;
use ir::passes::loops::has_loops;
use std::io;
use std::path::PathBuf;
use std::str::FromStr;

/// The four ways of Table 5.1.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Way(pub Config);

impl Way {
    /// All of them, with their names.
    pub const ALL: [(&'static str, Way); 4] = [
        ("basic", Way(Config { method: Method::Basic, conflicts_first: false, is_weak: false })),
        ("basic-opt", Way(Config { method: Method::Basic, conflicts_first: true, is_weak: false })),
        ("prop", Way(Config { method: Method::Propagate, conflicts_first: false, is_weak: false })),
        ("prop-opt", Way(Config { method: Method::Propagate, conflicts_first: true, is_weak: false })),
    ];

    /// Its name.
    pub fn name(self) -> &'static str {
        Way::ALL.iter().find(|it| it.1 == self).map_or("prop-opt", |it| it.0)
    }
}

impl Default for Way {
    fn default() -> Self {
        Way::ALL[3].1
    }
}

impl FromStr for Way {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let names = || Way::ALL.map(|it| it.0).join(", ");
        Way::ALL.iter().find(|it| it.0 == text).map(|it| it.1).ok_or_else(|| format!("there are {}", names()))
    }
}

/// The files that the question of the last bound is written to.
#[derive(Clone, Debug, Default)]
pub struct Dumps {
    /// As SMT-LIB 2, with the order of events as integers.
    pub smt2: Option<PathBuf>,
    /// As DIMACS, with the clauses that the solver has got during the search.
    pub cnf: Option<PathBuf>,
}

impl Dumps {
    /// Writes a question instead of what was written before.
    fn write(&self, question: &mut bmc::Question<'_>) -> io::Result<()> {
        if let Some(path) = &self.smt2 {
            write_atomically_with(path, |mut out| question.write_smt2(&mut out))?;
        }
        if let Some(path) = &self.cnf {
            write_atomically_with(path, |mut out| question.write_cnf(&mut out))?;
        }
        Ok(())
    }
}

/// As [`check()`], and writes the question of the last bound that was examined, decided or not. An error is one of writing
/// it.
pub fn check_and_dump(
    program: &Program,
    options: &CheckOptions,
    way: Way,
    progress: &mut dyn FnMut(&Figures),
    dumps: &Dumps,
) -> (Outcome, io::Result<()>) {
    let mut written = Ok(());
    let mut dump = |question: &mut bmc::Question<'_>| {
        if let Err(error) = dumps.write(question) {
            written = Err(error);
        }
    };
    let found = bmc::check_and_dump(program, &settings(options, way), progress, &mut dump);
    (outcome(program, options, way, found), written)
}

/// Checks a valid program.
pub fn check(program: &Program, options: &CheckOptions, way: Way, progress: &mut dyn FnMut(&Figures)) -> Outcome {
    let found = bmc::check(program, &settings(options, way), progress);
    outcome(program, options, way, found)
}

fn settings(options: &CheckOptions, way: Way) -> Settings {
    Settings {
        config: way.0,
        unroll: options.unroll,
        budget: options.search.budget.clone(),
        slice: true,
        properties: options.search.properties,
    }
}

/// What was found, as every engine says it.
fn outcome(program: &Program, options: &CheckOptions, way: Way, (found, figures): (Found, Figures)) -> Outcome {
    let settled = match &found {
        Found::Violations { settled, .. } => *settled,
        Found::Nothing { .. } | Found::Unsupported(_) | Found::Limit { .. } => Properties::default(),
    };
    let (verdict, scope) = judge(program, options, found);
    let stats = Stats::default();
    let (engine, figures) = (format!("ordering ({})", way.name()), Some(named(&figures)));
    let checked = options.search.properties;
    let findings = verdict.findings(checked, settled);
    Outcome { verdict, findings, stats, scope, engine, figures, checked, others: Vec::new() }
}

fn judge(program: &Program, options: &CheckOptions, found: Found) -> (Verdict, Scope) {
    let partial = || check::scope(program, options, Loops::Partial);
    let bounded = |rounds: u32, most_bytes: Option<u64>, beyond: Option<String>| -> Vec<String> {
        let s = if rounds == 1 { "" } else { "s" };
        let mut cuts = vec![format!("loops and recursion up to {rounds} round{s}")];
        cuts.extend(most_bytes.map(|it| format!("allocations of unknown size up to {it} bytes")));
        let why = beyond.map(|it| format!("; beyond that: this engine does not support {it}"));
        cuts.last_mut().expect("there is one").push_str(why.as_deref().unwrap_or(""));
        cuts
    };
    let safe = |mut cuts: Vec<String>, mistakes: &[source::Span]| {
        cuts.extend(check::stops(program, mistakes, "a thread is stopped"));
        cuts.extend(check::reuses(program));
        cuts.extend(check::layouts(program));
        cuts.extend(check::moves(program, options));
        cuts.extend(check::assumed(program));
        cuts.extend(check::all_open(program));
        cuts.extend(check::outlived(program, options));
        cuts.extend(check::unjudged_failures(program, options));
        let scope = check::scope(program, options, search::followed(cuts));
        (Verdict::Safe { scope: scope.clone() }, scope)
    };
    let cut_off = match &found {
        Found::Nothing { rounds: Some(rounds), completes: false, .. }
        | Found::Limit { examined: Some(Examined { rounds, completes: false, .. }), .. } => {
            check::cut_off_at(program, options, *rounds)
        }
        Found::Violations { .. } | Found::Nothing { .. } | Found::Limit { .. } | Found::Unsupported(_) => None,
    };
    if let Some(places) = cut_off {
        return (Verdict::Unknown { because: Reason::Bound(places) }, partial());
    }
    match found {
        Found::Violations { violations, settled: _ } => (replayed(program, options, violations), partial()),
        Found::Nothing { rounds, most_bytes, beyond, mistakes, deeper: _, completes: _ } => {
            let beyond = beyond.map(|it| check::with_place(program, &it.what, it.span));
            safe(rounds.map_or(Vec::new(), |it| bounded(it, most_bytes, beyond)), &mistakes)
        }
        Found::Limit { examined: Some(Examined { rounds, most_bytes, mistakes, completes: _ }), .. } => {
            safe(bounded(rounds, most_bytes, None), &mistakes)
        }
        Found::Limit { limit, examined: None } => (Verdict::Unknown { because: Reason::Limit(limit) }, partial()),
        Found::Unsupported(it) => (check::not_supported(program, &it.what, it.span), partial()),
    }
}

/// The violations that happen again in a machine.
pub(crate) fn replayed(program: &Program, options: &CheckOptions, found: Vec<(Property, Plan)>) -> Verdict {
    let mut violations = Vec::new();
    let mut is_open = false;
    for (property, plan) in found {
        let code = vm::compile(program, options.search.properties).with_inputs(plan.inputs);
        match vm::replay::replay(program, code, &plan.schedule, property) {
            Ok(counterexample) => violations.push(Violation { property, counterexample }),
            // What a thread does in a loop after the end of an execution is not part of what a solver was asked.
            Err(_) if property == Property::Deadlock && program.functions.iter().any(has_loops) => is_open = true,
            Err(why) => {
                let why = format!("a violation of `{property}` does not replay: {why}");
                return Verdict::Unknown { because: Reason::Internal(why) };
            }
        }
    }
    if violations.is_empty() && is_open {
        let what = "the loops in which threads wait: whether they hang there";
        return check::not_supported(program, what, source::Span::NONE);
    }
    check::polished(program, options, Verdict::Unsafe { violations })
}

/// The figures by name.
pub fn named(figures: &Figures) -> Vec<(&'static str, u64)> {
    let Figures { unrolled, threads, units, events, reads_from, interchangeable, groups, sat, ordering, .. } = *figures;
    let mut named = vec![
        ("unrolled", unrolled.into()),
        ("threads", threads),
        ("units", units),
        ("events", events),
        ("reads-from", reads_from),
        ("interchangeable", interchangeable),
        ("clauses", sat.clauses),
        ("clauses-program", groups.program),
        ("clauses-reads-from", groups.reads_from),
        ("variables", sat.variables),
        ("conflicts", sat.conflicts),
        ("decisions", sat.decisions),
        ("propagations", sat.propagations),
    ];
    named.extend(sat.restarts.map(|it| ("restarts", it)));
    named.extend([
        ("ordering-clauses", ordering.clauses),
        ("ordering-conflicts", ordering.conflicts),
        ("ordering-forced", ordering.forced),
        ("found-in-advance", ordering.two_reads + ordering.read_and_write),
        ("write-orders", ordering.write_orders),
        ("rounds", ordering.rounds),
    ]);
    named
}
