//! The engine that unrolls time: what it is asked, and what its answer means.

use crate::check::{self, CheckOptions, Outcome};
use crate::ordering::replayed;
use crate::search;
use bmc::peephole::{Examined, Figures, Form, Found, Relation, Rules, Scheduler, Settings, Window};
use event::{Loops, Properties, Property, Reason, Scope, Stats, Verdict};
use ir::Program;
use std::fmt::Write;

/// How it looks.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Peephole {
    /// Which interleavings are left out.
    pub scheduler: Scheduler,
    /// How many steps executions may have; `None`: more and more.
    pub depth: Option<u32>,
}

/// The four columns of Table 1, by their names.
pub const RULES: [(&str, Rules); 4] =
    [("none", Rules::None), ("static", Rules::Static), ("simple", Rules::Simple), ("full", Rules::Full)];

/// How constraints are written, by name.
pub const FORMS: [(&str, Form); 3] = [("pairs", Form::Pairs), ("merged", Form::Merged), ("dependent", Form::Dependent)];

/// What the engine decides if nothing else is asked.
pub fn preserved() -> Properties {
    [Property::Reach, Property::Deadlock, Property::Overflow].into_iter().collect()
}

/// The name of a scheduler.
pub fn name(scheduler: Scheduler) -> String {
    let rules = RULES.iter().find(|it| it.1 == scheduler.rules).map_or("", |it| it.0);
    let form = FORMS.iter().find(|it| it.1 == scheduler.form).map_or("", |it| it.0);
    match (scheduler.rules, scheduler.window) {
        (Rules::None, _) => rules.to_owned(),
        (_, Window::Adjacent) => format!("{rules}, {form}"),
        (_, Window::Chain) => format!("{rules}, chains"),
    }
}

/// Checks a valid program.
pub fn check(
    program: &Program,
    options: &CheckOptions,
    peephole: Peephole,
    progress: &mut dyn FnMut(&Figures),
) -> Outcome {
    let (program, forgotten) = check::without_unset(program);
    let program = &*program;
    let bounded;
    let whole = program;
    let program = match options.unroll {
        Some(bound) => {
            let mut copy = program.clone();
            ir::passes::bound_busy_loops(&mut copy, bound);
            bounded = copy;
            &bounded
        }
        None => program,
    };
    let settings = Settings {
        scheduler: peephole.scheduler,
        depth: peephole.depth,
        unroll: options.unroll,
        budget: options.search.budget.clone(),
        properties: options.search.properties,
    };
    let (found, figures) = bmc::peephole::check(program, &settings, progress);
    let (verdict, scope, decided) = judge(whole, options, forgotten, found);
    let engine = format!("peephole ({})", name(peephole.scheduler));
    let (stats, figures, checked) = (Stats::default(), Some(named(&figures)), options.search.properties);
    let findings = verdict.findings(checked, decided);
    Outcome { verdict, findings, stats, scope, engine, figures, checked, others: Vec::new() }
}

/// The answer, what it covers, and the properties that it decides if it does not decide all.
fn judge(
    program: &Program,
    options: &CheckOptions,
    forgotten: Option<String>,
    found: Found,
) -> (Verdict, Scope, Properties) {
    let partial = || check::scope(program, options, Loops::Partial);
    let safe = |examined: Examined, undecided: Properties| {
        let Examined { depth, rounds, mistakes, completes } = examined;
        let cut_off = if completes { None } else { check::cut_off_at(program, options, rounds.unwrap_or_default()) };
        if let Some(places) = cut_off {
            return (Verdict::Unknown { because: Reason::Bound(places) }, partial(), Properties::default());
        }
        let mut cuts = Vec::new();
        cuts.extend(depth.map(|it| format!("executions of up to {it} steps")));
        cuts.extend(rounds.map(|it| {
            let which = if options.unroll.is_some() { "loops" } else { "loops without visible operations" };
            format!("{which} up to {it} rounds, long recursion and large allocations cut")
        }));
        cuts.extend(check::stops(program, &mistakes, "a thread is stopped"));
        cuts.extend(check::reuses(program));
        cuts.extend(check::layouts(program));
        cuts.extend(check::moves(program, options));
        cuts.extend(check::assumed(program));
        cuts.extend(check::all_open(program));
        cuts.extend(check::outlived(program, options));
        cuts.extend(check::unjudged_failures(program, options));
        cuts.extend(forgotten.clone());
        let scope = check::scope(program, options, search::followed(cuts));
        let decided: Properties = options.search.properties.iter().filter(|&it| !undecided.contains(it)).collect();
        let because = || Reason::NotSupported(undecided.iter().map(caveat).collect::<Vec<_>>().join(", and "));
        let verdict = if undecided == Properties::default() {
            Verdict::Safe { scope: scope.clone() }
        } else if decided == Properties::default() {
            Verdict::Unknown { because: because() }
        } else {
            Verdict::Partial { scope: scope.clone(), because: because() }
        };
        (verdict, scope, decided)
    };
    let nothing = Properties::default();
    match found {
        Found::Violations(found) => (replayed(program, options, found), partial(), nothing),
        Found::Nothing { examined, undecided } => safe(examined, undecided),
        Found::Limit { examined: Some(examined), undecided, .. } => safe(examined, undecided),
        Found::Limit { limit, examined: None, .. } => {
            (Verdict::Unknown { because: Reason::Limit(limit) }, partial(), nothing)
        }
        Found::Unsupported(it) => (check::not_supported(program, &it.what, it.span), partial(), nothing),
    }
}

/// What would have to be shown, and is not.
fn caveat(property: Property) -> &'static str {
    match property {
        Property::Race => {
            "a proof that there is no race: no two threads were about to access the same place, but it takes more \
             (--engine ordering, or explore, which follow what happens before what)"
        }
        _ => {
            "a proof that no memory is lost in the end: no access was wrong, but that is not looked for (--engine \
             ordering, or explore, do)"
        }
    }
}

/// The figures by name.
pub fn named(figures: &Figures) -> Vec<(&'static str, u64)> {
    let Figures { depth, threads, places, sat, asked_depth: _ } = *figures;
    vec![
        ("depth", depth),
        ("threads", threads),
        ("places", places),
        ("clauses", sat.clauses),
        ("variables", sat.variables),
        ("conflicts", sat.conflicts),
        ("decisions", sat.decisions),
        ("propagations", sat.propagations),
    ]
}

/// The guarded independence relation of a program, to be read.
pub fn independence(program: &Program) -> String {
    let relation = Relation::of(program);
    let mut text = String::new();
    let _ = writeln!(text, "steps");
    for (index, it) in relation.transitions.iter().enumerate() {
        let place = if it.root == it.function { it.root.clone() } else { format!("{}: {}", it.root, it.function) };
        let _ = writeln!(text, "  {:>3}  {place}, line {}: {}", index + 1, it.span.line, it.accesses);
    }
    let always = relation.pairs.iter().filter(|it| it.2.is_none()).count();
    let _ = writeln!(text, "\nindependent if (locals of the second step's thread have a prime)");
    for (first, second, guard) in &relation.pairs {
        if let Some(guard) = guard {
            let _ = writeln!(text, "  {:>3} {:>3}'  {guard}", first + 1, second + 1);
        }
    }
    let _ = writeln!(text, "always: the other {always} of {} pairs", relation.pairs.len());
    text
}
