//! The engine that refines an abstraction: what it is asked, and what its answer means.

use crate::check::{self, CheckOptions, Outcome};
use crate::ordering::replayed;
use crate::search;
use cegar::{Cone, Domain, Figures, Found, Initial, Order, Reduction, Settings};
use event::{Loops, Properties, Property, Reason, Scope, Stats, Verdict};
use ir::Program;

/// How it looks.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Cegar {
    /// What is kept of values.
    pub domain: Domain,
    /// Which steps are made in a state.
    pub reduction: Reduction,
    /// Which assignments are looked at.
    pub cone: Cone,
    /// Which state is looked at next.
    pub order: Order,
    /// What is tracked at first.
    pub initial: Initial,
}

/// What is kept of values, by name.
pub const DOMAINS: [(&str, Domain); 3] =
    [("explicit", Domain::Explicit), ("predicates", Domain::Predicates), ("product", Domain::Product)];

/// Which steps are made in a state, by name.
pub const REDUCTIONS: [(&str, Reduction); 3] =
    [("none", Reduction::None), ("static", Reduction::Static), ("abstract", Reduction::AbstractionAware)];

/// Which assignments are looked at, by name.
pub const CONES: [(&str, Cone); 3] = [("none", Cone::None), ("static", Cone::Static), ("dynamic", Cone::Dynamic)];

/// Which state is looked at next, by name.
pub const ORDERS: [(&str, Order); 2] = [("depth", Order::DepthFirst), ("breadth", Order::BreadthFirst)];

/// What is tracked at first, by name.
pub const INITIALS: [(&str, Initial); 2] = [("empty", Initial::Empty), ("assumes", Initial::Assumes)];

/// What the engine decides.
pub fn preserved() -> Properties {
    [Property::Reach].into_iter().collect()
}

/// The name of a way to look: the domain, both reductions, and what is not usual.
pub fn name(cegar: Cegar) -> String {
    let Cegar { domain, reduction, cone, order, initial } = cegar;
    let [domain, reduction, cone] = [word(&DOMAINS, domain), word(&REDUCTIONS, reduction), word(&CONES, cone)];
    let mut name = format!("{domain}, por {reduction}, coi {cone}");
    if order != Order::default() {
        name += &format!(", {} first", word(&ORDERS, order));
    }
    if initial != Initial::default() {
        name += &format!(", {} at first", word(&INITIALS, initial));
    }
    name
}

/// The name of one of these.
pub(crate) fn word<T: PartialEq>(all: &[(&'static str, T)], one: T) -> &'static str {
    all.iter().find(|it| it.1 == one).map_or("", |it| it.0)
}

/// Checks a valid program; `reach` is all that may be asked.
pub fn check(program: &Program, options: &CheckOptions, cegar: Cegar, progress: &mut dyn FnMut(&Figures)) -> Outcome {
    let (program, forgotten) = check::without_unset(program);
    let program = &*program;
    let Cegar { domain, reduction, cone, order, initial } = cegar;
    let budget = options.search.budget.clone();
    let settings = Settings { domain, reduction, cone, order, initial, budget };
    let mut uncut = program.clone();
    ir::passes::spurious::uncut(&mut uncut);
    let program = &uncut;
    let (found, figures) = ::cegar::check(program, &settings, progress);
    let (verdict, scope) = judge(program, options, forgotten, found);
    let engine = format!("cegar ({})", name(cegar));
    let (stats, figures, checked) = (Stats::default(), Some(named(&figures)), options.search.properties);
    let findings = verdict.findings(checked, Properties::default());
    Outcome { verdict, findings, stats, scope, engine, figures, checked, others: Vec::new() }
}

fn judge(program: &Program, options: &CheckOptions, forgotten: Option<String>, found: Found) -> (Verdict, Scope) {
    let partial = || check::scope(program, options, Loops::Partial);
    let unknown = |because: Reason| (Verdict::Unknown { because }, partial());
    match found {
        Found::Violation(plan) => (replayed(program, options, vec![(Property::Reach, plan)]), partial()),
        Found::Safe { mistakes, suspects } => {
            let mut cuts = Vec::from_iter(forgotten);
            cuts.extend(check::stops(program, &mistakes, "a thread is stopped"));
            cuts.extend(check::reuses(program));
            cuts.extend(check::layouts(program));
            cuts.extend(check::moves(program, options));
            cuts.extend(check::stops(program, &suspects, "a thread may be stopped"));
            cuts.extend(check::assumed(program));
            cuts.extend(check::all_open(program));
            cuts.extend(check::outlived(program, options));
            let scope = check::scope(program, options, search::followed(cuts));
            (Verdict::Safe { scope: scope.clone() }, scope)
        }
        Found::Unsupported(it) => (check::not_supported(program, &it.what, it.span), partial()),
        Found::Undecided(why) => unknown(Reason::Abstraction(why)),
        Found::Limit(limit) => unknown(Reason::Limit(limit)),
    }
}

/// The figures by name.
pub fn named(figures: &Figures) -> Vec<(&'static str, u64)> {
    let Figures {
        iterations,
        states,
        last_states,
        waiting: _,
        actions,
        last_actions,
        covered,
        variables,
        predicates,
        statements,
        eliminated,
        havoced,
        queries,
        cached,
        successor_time,
        longest_trace,
        threads,
        without_cone,
    } = *figures;
    vec![
        ("iterations", iterations),
        ("states", states),
        ("last-states", last_states),
        ("actions", actions),
        ("last-actions", last_actions),
        ("covered", covered),
        ("variables", variables),
        ("predicates", predicates),
        ("statements", statements),
        ("eliminated", eliminated),
        ("havoced", havoced),
        ("queries", queries),
        ("cached", cached),
        ("successor-time-us", successor_time),
        ("longest-trace", longest_trace),
        ("threads", threads),
        ("without-cone", without_cone),
    ]
}

/// The other way round, from what a run has printed; nothing if a figure is missing.
pub(crate) fn read(figure: impl Fn(&str) -> Option<u64>) -> Option<Figures> {
    Some(Figures {
        iterations: figure("iterations")?,
        states: figure("states")?,
        last_states: figure("last-states")?,
        waiting: 0,
        actions: figure("actions")?,
        last_actions: figure("last-actions")?,
        covered: figure("covered")?,
        variables: figure("variables")?,
        predicates: figure("predicates")?,
        statements: figure("statements")?,
        eliminated: figure("eliminated")?,
        havoced: figure("havoced")?,
        queries: figure("queries")?,
        cached: figure("cached")?,
        successor_time: figure("successor-time-us")?,
        longest_trace: figure("longest-trace")?,
        threads: figure("threads")?,
        without_cone: figure("without-cone")?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_usual_is_not_said() {
        assert_eq!(name(Cegar::default()), "product, por abstract, coi dynamic");
        let other = Cegar {
            domain: Domain::Explicit,
            reduction: Reduction::None,
            cone: Cone::Static,
            order: Order::BreadthFirst,
            initial: Initial::Assumes,
        };
        assert_eq!(name(other), "explicit, por none, coi static, breadth first, assumes at first");
    }

    #[test]
    fn figures_are_read_as_they_are_printed() {
        assert!(read(|_| None).is_none(), "nothing is read from nothing");
        let names = named(&Figures::default()).into_iter().map(|it| it.0);
        let printed: Vec<_> = names.zip(1..).collect();
        let figures = read(|name| printed.iter().find(|it| it.0 == name).map(|it| it.1)).expect("all are there");
        assert_eq!(named(&figures), printed);
        assert_eq!((figures.iterations, figures.threads), (1, 16));
    }
}
