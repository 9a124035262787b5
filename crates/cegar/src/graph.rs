//! The abstract reachability graph: explored until it is complete, or an error is met.
//!
//! A node is covered by another one with the same control whose data say less; nothing is explored from it. An error is a
//! thread at an assertion that fails.

use crate::bits::Bits;
use crate::cone::{Cones, Observed};
use crate::cover::Known;
use crate::facts::Facts;
use crate::precision::{Precision, atoms};
use crate::refine::{Refined, Refiner};
use crate::settings::{Cone, Figures, Order, Reduction, Settings};
use crate::solver::Solver;
use crate::source_sets::{self, Candidate};
use crate::state::{Simplified, State, Transfer};
use encode::blocks::{Blocks, Control, Kin, Obstacle, Outcomes, Variable, Way};
use event::Limit;
use rustc_hash::{FxHashMap, FxHashSet};
use smt::Term;
use source::Span;
use std::collections::hash_map::Entry;
use std::collections::{BTreeSet, VecDeque};
use std::rc::Rc;
use std::time::Instant;

/// Different values of one variable, beyond which it is left to predicates.
const MOST_VALUES: usize = 80;

/// Threads, at most, up to which conditions of branches are looked for.
const MOST_THREADS: usize = 1_000;

/// The same of what they are doing.
const MOST_ACTIVITIES: usize = 20_000;

/// A step of an abstract counterexample.
#[derive(Clone, Debug)]
pub struct Move {
    /// Where threads are before it.
    pub control: Rc<Control>,
    /// Who makes it.
    pub thread: u32,
    /// Which way.
    pub way: Way,
}

/// What exploring has shown.
pub enum Explored {
    /// No error can be reached. Where threads may be stopped by mistakes that nobody has asked about.
    Safe(BTreeSet<Span>),
    /// A mistake at one of the places that are suspected, maybe.
    Mistake(Vec<Move>, Span),
    /// An error, maybe.
    Error(Vec<Move>),
    /// Values of these variables have to be known behind these moves.
    Demand(Vec<Move>, Vec<Variable>, Span),
    /// No error yet, but a way to so many threads, functions inside each other or objects that it was looked at: it is none,
    /// as this precision shows.
    Refuted(Precision),
    /// This variable has too many values.
    TooManyValues(Kin),
    /// Something is not modelled.
    Unsupported(encode::edge::Unsupported),
    /// A limit was reached.
    Limit(Limit),
}

struct Node {
    state: State,
    /// Where it comes from.
    parent: Option<(usize, u32, Way)>,
}

/// Explores the abstract states of a program.
pub struct Graph<'a, 'p> {
    /// The program.
    pub blocks: &'a mut Blocks<'p>,
    /// What is known of it.
    pub facts: &'a mut Facts,
    /// Who answers questions.
    pub solver: &'a mut Solver,
    /// What is tracked.
    pub precision: &'a Precision,
    /// How to look.
    pub settings: &'a Settings,
    /// What it has cost.
    pub figures: &'a mut Figures,
    /// Whether variables with many values are given up.
    pub gives_up_values: bool,
    /// States of more threads, functions inside each other or objects are looked at before they are believed.
    pub expected: &'a mut usize,
    /// Where mistakes are looked for that are not asked about.
    pub suspects: &'a BTreeSet<Span>,
    /// With so many states in all it ends.
    pub most_states: u64,
    /// Who is told how far it is, now and then.
    pub progress: &'a mut dyn FnMut(&Figures),
}

/// Progress is told after so many states.
const VISITS_PER_PROGRESS: u32 = 1_000;

/// What is fixed while the graph is explored.
struct Fixed {
    /// Places that count for dependence.
    counts: Bits,
    cones: Option<Cones>,
    everywhere: Option<Rc<Observed>>,
}

impl<'p> Graph<'_, 'p> {
    /// Explores.
    pub fn explore(&mut self) -> Explored {
        let (mut nodes, mut known) = (Vec::new(), Known::default());
        let explored = self.explore_into(&mut nodes, &mut known);
        if let Explored::Limit(_) = explored {
            // Somebody waits for the answer, and the process ends soon: giving back gigabytes piece by piece takes long.
            std::mem::forget((nodes, known));
        }
        explored
    }

    fn explore_into(&mut self, nodes: &mut Vec<Node>, known: &mut Known) -> Explored {
        let mut fixed = self.fixed();
        let mut mistakes: BTreeSet<Span> = BTreeSet::new();
        let mut open: VecDeque<usize> = VecDeque::new();
        let mut values: FxHashMap<Kin, FxHashSet<u64>> = FxHashMap::default();
        let first = self.transfer().initial();
        known.add(&first);
        nodes.push(Node { state: first, parent: None });
        open.push_back(0);
        (self.figures.last_states, self.figures.last_actions, self.figures.waiting) = (1, 0, 1);
        self.figures.states += 1;
        let mut visits = 0u32;
        loop {
            let next = match self.settings.order {
                Order::DepthFirst => open.pop_back(),
                Order::BreadthFirst => open.pop_front(),
            };
            let Some(index) = next else { return Explored::Safe(mistakes) };
            visits += 1;
            if visits.is_multiple_of(64) || self.solver.is_interrupted {
                if let Some(limit) = self.settings.budget.exceeded() {
                    return Explored::Limit(limit);
                }
            }
            if self.figures.states > self.most_states {
                return Explored::Limit(Limit::Length);
            }
            if visits.is_multiple_of(VISITS_PER_PROGRESS) {
                self.figures.waiting = open.len() as u64 + 1;
                (self.progress)(self.figures);
            }
            let state = nodes[index].state.clone();
            self.figures.threads = self.figures.threads.max(state.control.threads.len() as u64);
            while self.size(&state.control) > *self.expected {
                let moves = trace(nodes, index, None);
                match self.refiner().refine(&moves) {
                    Refined::Feasible(_) | Refined::Stuck => *self.expected *= 2,
                    Refined::Precision(precision) => return Explored::Refuted(precision),
                    Refined::Interrupted => return self.limit(),
                }
            }
            let begin = Instant::now();
            let observed = self.observed(&mut fixed, &state);
            let moves = match self.moves(&fixed, &state, observed.as_deref()) {
                Ok(moves) => moves,
                Err(Obstacle::Demand(variables, span)) => {
                    return Explored::Demand(trace(nodes, index, None), variables, span);
                }
                Err(Obstacle::Unsupported(it)) => return Explored::Unsupported(it),
                Err(Obstacle::Interrupted) => return self.limit(),
            };
            let mut fresh = Vec::new();
            for (thread, outcomes) in moves {
                for outcome in outcomes.all.iter() {
                    let mut simplified = Simplified::default();
                    let next = self.transfer().post(&state, outcome, observed.as_deref(), &mut simplified);
                    let Some(next) = next else { continue };
                    self.figures.actions += 1;
                    self.figures.last_actions += 1;
                    self.figures.statements += simplified.statements;
                    self.figures.eliminated += simplified.eliminated;
                    self.figures.havoced += simplified.havoced;
                    mistakes.extend(outcome.mistake);
                    let suspected = outcome.mistake.filter(|it| self.suspects.contains(it));
                    if outcome.fails || suspected.is_some() {
                        let last = Move { control: state.control.clone(), thread, way: outcome.way.clone() };
                        self.figures.successor_time += begin.elapsed().as_micros() as u64;
                        let moves = trace(nodes, index, Some(last));
                        return match suspected {
                            Some(span) => Explored::Mistake(moves, span),
                            None => Explored::Error(moves),
                        };
                    }
                    if outcome.is_void {
                        continue;
                    }
                    if self.gives_up_values
                        && let Some(kin) = self.too_many(&mut values, &next)
                    {
                        return Explored::TooManyValues(kin);
                    }
                    fresh.push((next, thread, outcome.way.clone()));
                }
            }
            self.figures.successor_time += begin.elapsed().as_micros() as u64;
            // Depth first: the first of them comes first.
            if self.settings.order == Order::DepthFirst {
                fresh.reverse();
            }
            for (next, thread, way) in fresh {
                if !known.add(&next) {
                    self.figures.covered += 1;
                    continue;
                }
                let number = nodes.len();
                nodes.push(Node { state: next, parent: Some((index, thread, way)) });
                open.push_back(number);
                self.figures.states += 1;
                self.figures.last_states += 1;
            }
        }
    }

    fn limit(&self) -> Explored {
        Explored::Limit(self.settings.budget.reached())
    }

    fn refiner(&mut self) -> Refiner<'_, 'p> {
        Refiner {
            blocks: self.blocks,
            solver: self.solver,
            precision: self.precision,
            domain: self.settings.domain,
            budget: &self.settings.budget,
        }
    }

    /// How large a state is: what can grow for ever if conditions of loops are not tracked.
    fn size(&self, control: &Control) -> usize {
        let deepest = control.threads.iter().map(|it| self.blocks.activities.get(it.1).frames.len()).max();
        control.threads.len().max(control.alive.len()).max(deepest.unwrap_or(0))
    }

    fn transfer(&mut self) -> Transfer<'_, 'p> {
        Transfer { blocks: self.blocks, solver: self.solver, precision: self.precision }
    }

    /// A variable that has more values than can be enumerated.
    fn too_many(&mut self, values: &mut FxHashMap<Kin, FxHashSet<u64>>, state: &State) -> Option<Kin> {
        for &(variable, value) in state.values.iter() {
            let kin = self.blocks.table.kin(variable);
            let is_mutex = matches!(kin, Kin::Cell(target, offset, _) if self.precision.is_mutex(target, offset));
            let met = values.entry(kin).or_default();
            if met.insert(value) && met.len() > MOST_VALUES && !is_mutex {
                return Some(kin);
            }
        }
        None
    }

    fn fixed(&mut self) -> Fixed {
        let facts = &*self.facts;
        let functions = self.blocks.program.functions.len();
        let mut tracked = Bits::new(facts.data);
        for kin in self.precision.kins() {
            tracked.extend(facts.data_of(kin));
        }
        for target in self.precision.whole() {
            tracked.extend(facts.data_of_target(target));
        }
        for (_, predicate) in self.precision.predicates() {
            for &variable in &predicate.variables {
                tracked.extend(facts.data_of(self.blocks.table.kin(variable)));
            }
        }
        for (target, low) in self.precision.mutexes() {
            let places = match low.number().and_then(|it| u32::try_from(it).ok()) {
                Some(offset) => facts.data_of(Kin::Cell(*target, offset, 4)),
                None => facts.data_of_target(*target),
            };
            tracked.extend(places);
        }
        tracked.extend(facts.always_known());
        let mut everything = Bits::new(facts.data);
        everything.extend(0..facts.data as u32);
        let counts = match self.settings.reduction {
            Reduction::None | Reduction::Static => everything.clone(),
            Reduction::AbstractionAware => tracked.clone(),
        };
        let (cones, everywhere) = match self.settings.cone {
            Cone::None => (None, None),
            Cone::Static => {
                let cones = Cones::new(facts, functions, everything);
                (None, cones.map(|it| it.anywhere(facts)))
            }
            Cone::Dynamic => (Cones::new(facts, functions, tracked), None),
        };
        Fixed { counts, cones, everywhere }
    }

    fn observed(&mut self, fixed: &mut Fixed, state: &State) -> Option<Rc<Observed>> {
        if let Some(cones) = &mut fixed.cones {
            return Some(cones.from(self.facts, self.blocks, &state.control));
        }
        fixed.everywhere.clone()
    }

    /// Who makes a step from a state, and in which ways.
    fn moves(
        &mut self,
        fixed: &Fixed,
        state: &State,
        observed: Option<&Observed>,
    ) -> Result<Vec<(u32, Outcomes)>, Obstacle> {
        let control = state.control.clone();
        let value = |it: Variable| state.value(it);
        let running = |it: &&(u32, encode::blocks::ActivityId)| !self.blocks.activities.get(it.1).frames.is_empty();
        let mut threads: Vec<u32> = control.threads.iter().filter(running).map(|it| it.0).collect();
        let in_section = |it: &u32| control.activity(*it).is_some_and(|it| self.blocks.activities.get(it).section > 0);
        if let Some(inside) = threads.iter().copied().find(in_section) {
            return Ok(vec![(inside, self.blocks.outcomes(&control, inside, &value)?)]);
        }
        // Threads that were started last come first: they are often short.
        threads.reverse();
        let mut ready: FxHashMap<u32, Outcomes> = FxHashMap::default();
        let is_clean = |it: &Outcomes| {
            !it.may_wait && (planted::bug!(LoopsLeaveThreadsOut) || !it.all.iter().any(|it| it.repeats))
        };
        let mut counts = fixed.counts.clone();
        if let Some(observed) = observed {
            counts.keep(&observed.places);
            counts.extend(self.facts.always_known());
        }
        let mut candidates = Vec::new();
        for thread in threads {
            let pending = self.blocks.pending(&control, thread, &value);
            let touches = self.facts.touched(&pending.touches);
            let is_local = match self.settings.reduction {
                // Local code is not interleaved with anything: that is the large-block encoding.
                Reduction::None => pending.touches.is_empty() && !self.is_visible(&control, thread),
                Reduction::Static | Reduction::AbstractionAware => !touches.0.overlaps(&counts),
            };
            if is_local && pending.blocker.is_none() {
                let outcomes = self.blocks.outcomes(&control, thread, &value)?;
                if is_clean(&outcomes) {
                    return Ok(vec![(thread, outcomes)]);
                }
                ready.insert(thread, outcomes);
            }
            candidates.push(Candidate { thread, pending, touches });
        }
        let enabled: Vec<usize> =
            (0..candidates.len()).filter(|it| candidates[*it].pending.blocker.is_none()).collect();
        let mut best: Vec<usize> = enabled.clone();
        if self.settings.reduction != Reduction::None {
            for &start in &enabled {
                let set = source_sets::closure(self.facts, self.blocks, &control, &candidates, start, &counts);
                if set.len() >= best.len() {
                    continue;
                }
                let mut is_good = true;
                for &member in &set {
                    let thread = candidates[member].thread;
                    let outcomes = match ready.entry(thread) {
                        Entry::Occupied(known) => known.into_mut(),
                        Entry::Vacant(place) => place.insert(self.blocks.outcomes(&control, thread, &value)?),
                    };
                    is_good &= is_clean(outcomes);
                    if !is_good {
                        break;
                    }
                }
                if is_good {
                    best = set;
                }
                if best.len() == 1 {
                    break;
                }
            }
        }
        let mut moves = Vec::new();
        for index in best {
            let thread = candidates[index].thread;
            let outcomes = match ready.remove(&thread) {
                Some(outcomes) => outcomes,
                None => self.blocks.outcomes(&control, thread, &value)?,
            };
            moves.push((thread, outcomes));
        }
        Ok(moves)
    }

    /// Whether a thread is about to do something that is a step of the machine.
    fn is_visible(&self, control: &Control, thread: u32) -> bool {
        let Some(activity) = control.activity(thread) else { return false };
        let Some(frame) = self.blocks.activities.get(activity).frames.last().copied() else { return false };
        let edges = self.blocks.program.functions[frame.function.index()].leaving(frame.location);
        match edges.first().map(|it| &it.action) {
            Some(ir::Action::Visible(operation)) => !encode::edge::is_silent(operation),
            Some(_) | None => false,
        }
    }
}

/// The conditions of all branches, as far as threads get if nothing is known.
pub fn conditions(blocks: &mut Blocks<'_>, settings: &Settings) -> Vec<Term> {
    let mut found = Vec::new();
    let mut seen = FxHashSet::default();
    let mut open = vec![blocks.initial()];
    while let Some(control) = open.pop() {
        if settings.budget.exceeded().is_some() || control.threads.len() > MOST_THREADS || seen.len() > MOST_ACTIVITIES
        {
            break;
        }
        for (thread, activity) in control.threads.clone() {
            if blocks.activities.get(activity).frames.is_empty() || !seen.insert((thread, activity)) {
                continue;
            }
            let Ok(outcomes) = blocks.outcomes(&control, thread, &encode::blocks::nothing_known) else { continue };
            for outcome in outcomes.all.into_iter().filter(|it| !it.is_void) {
                outcome.guard.iter().for_each(|it| atoms(&blocks.terms, *it, &mut found));
                open.push(outcome.control);
            }
        }
    }
    // What is about inputs alone says nothing about a state.
    found.retain(|it| !blocks.variables_of(*it).is_empty());
    found
}

/// How a node is reached, and a move from there.
fn trace(nodes: &[Node], mut index: usize, last: Option<Move>) -> Vec<Move> {
    let mut moves: Vec<Move> = last.into_iter().collect();
    while let Some((parent, thread, way)) = &nodes[index].parent {
        let control = nodes[*parent].state.control.clone();
        moves.push(Move { control, thread: *thread, way: way.clone() });
        index = *parent;
    }
    moves.reverse();
    moves
}
