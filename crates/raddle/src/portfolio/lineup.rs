//! Who takes part, for which program and which properties.

use super::turns::{Gate, Share};
use super::{AutoOptions, Contender, Family, Show};
use crate::check::CheckOptions;
use crate::progress::Watch;
use crate::{cegar, ordering, peephole};
use event::{Properties, Property};
use explore::Reduction;
use ir::{Action, Operation, Program};
use std::sync::Arc;

/// What can be seen of a program at a glance.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Sight {
    /// There is more than one thread.
    spawns: bool,
    /// Some choice has more values than can be tried one by one.
    has_wide_inputs: bool,
}

impl Sight {
    fn of(program: &Program) -> Sight {
        let mut sight = Sight { spawns: false, has_wide_inputs: false };
        for function in &program.functions {
            for edge in &function.edges {
                if let Action::Visible(Operation::Choose { dest, domain }) = &edge.action {
                    let width = function.registers[dest.index()].width;
                    sight.has_wide_inputs |= domain.range(width).1 >= vm::MOST_BRANCHES;
                }
                sight.spawns |= matches!(edge.action, Action::Visible(Operation::Spawn { .. }));
            }
        }
        sight
    }
}

/// Ticks of one turn, for each kind of engine: some hundredths of a second. An explorer looks at its budget after as many steps
/// whatever they cost, and solvers do so in between of larger pieces of work.
pub(super) const EXPLORE: u64 = 64;
pub(super) const STATES: u64 = 2;
const ORDERING: u64 = 24;
const PEEPHOLE: u64 = 16;
/// Its queries are many and short: `bench/programs/proofs/barrier_sense.c` is proved by 38 of them, in a hundredth of a second.
const CEGAR: u64 = 128;

/// The share of somebody who looks further and further where there is no end.
fn bounded(slice: u64) -> Share {
    Share { slice, is_unbounded: false }
}

/// Those who can say something about a program, the most likely first.
pub(super) fn of_threads(program: &Arc<Program>, options: &CheckOptions, auto: AutoOptions) -> Vec<Contender> {
    let sight = Sight::of(program);
    let asked = options.search.properties;
    let is_only = |all: Properties| all.includes(asked);
    // Values that cannot be tried are nothing for executions; then nobody needs to wait for them. Nor if two are to agree.
    let later = if sight.has_wide_inputs || auto.agree { Gate::Open } else { Gate::HeadStart };
    let mut lineup = vec![explore(program, options.clone(), "explore", Gate::Open)];
    lineup.push(by_ordering(program, options.clone(), later));
    if sight.has_wide_inputs {
        lineup.swap(0, 1);
    }
    if is_only(cegar::preserved()) && options.unroll.is_none() {
        lineup.push(by_abstraction(program, options.clone(), later));
    }
    if sight.spawns && is_only(Reduction::State.preserves()) {
        let mut options = options.clone();
        options.search.reduction = Reduction::State;
        options.auto = false;
        lineup.push(Contender { share: bounded(STATES), ..explore(program, options, "explore by states", later) });
    }
    if sight.spawns && is_only(peephole::preserved()) {
        lineup.push(by_peephole(program, options.clone(), later));
    }
    // It says nothing of the other properties, but a proof for loops of any length is worth having.
    if asked.contains(Property::Reach) && !is_only(cegar::preserved()) && options.unroll.is_none() {
        lineup.push(by_abstraction(program, options.clone(), Gate::Bounded));
    }
    lineup
}

fn explore(program: &Arc<Program>, mut options: CheckOptions, name: &'static str, gate: Gate) -> Contender {
    let program = program.clone();
    let covers = options.search.properties.intersection(options.search.reduction.preserves());
    options.search.properties = covers;
    let watch = Watch::new(options.search.budget.deadline);
    let run = Box::new(move |budget, show: &dyn Show| {
        options.search.budget = budget;
        let mut show = |stats: &event::Stats, explored| show.line(watch.exploring(stats, explored));
        crate::check(&program, &options, &mut show)
    });
    Contender { name, family: Family::Explore, covers, gate, share: bounded(EXPLORE), run }
}

fn by_ordering(program: &Arc<Program>, mut options: CheckOptions, gate: Gate) -> Contender {
    let program = program.clone();
    let covers = options.search.properties;
    let mut watch = Watch::new(options.search.budget.deadline);
    let run = Box::new(move |budget, show: &dyn Show| {
        options.search.budget = budget;
        let mut show = |figures: &bmc::Figures| {
            show.line(watch.solving(figures));
            // Whoever unrolls further has found nothing so far.
            if figures.unrolled > options.unroll.unwrap_or(1) {
                show.is_bounded();
            }
        };
        ordering::check(&program, &options, ordering::Way::default(), &mut show)
    });
    Contender { name: "ordering", family: Family::Ordering, covers, gate, share: bounded(ORDERING), run }
}

fn by_peephole(program: &Arc<Program>, mut options: CheckOptions, gate: Gate) -> Contender {
    let program = program.clone();
    let covers = options.search.properties;
    let mut watch = Watch::new(options.search.budget.deadline);
    let run = Box::new(move |budget, show: &dyn Show| {
        options.search.budget = budget;
        let mut show = |figures: &bmc::peephole::Figures| show.line(watch.unrolling(figures));
        peephole::check(&program, &options, peephole::Peephole::default(), &mut show)
    });
    Contender { name: "peephole", family: Family::Peephole, covers, gate, share: bounded(PEEPHOLE), run }
}

fn by_abstraction(program: &Arc<Program>, mut options: CheckOptions, gate: Gate) -> Contender {
    let program = program.clone();
    let covers = options.search.properties.intersection(cegar::preserved());
    options.search.properties = covers;
    let mut watch = Watch::new(options.search.budget.deadline);
    let run = Box::new(move |budget, show: &dyn Show| {
        options.search.budget = budget;
        let mut show = |figures: &::cegar::Figures| show.line(watch.refining(figures));
        cegar::check(&program, &options, cegar::Cegar::default(), &mut show)
    });
    let share = Share { slice: CEGAR, is_unbounded: true };
    Contender { name: "cegar", family: Family::Cegar, covers, gate, share, run }
}
