//! Tasks that never get any further although others, or they themselves, go on for ever.
//!
//! `while (!done) { suspend; }` where nothing sets `done` has no last state, and so no deadlock is found at the end of an
//! execution. What it means to *hang* (docs/actors.md) is a matter of all that can follow a state: nothing lets a task past what it
//! waits at, or out of a loop that has an exit. On a graph of states that is seen in its bottom components, the sets of
//! states that lead to each other and nowhere else: what does not happen in one of them never happens.
//!
//! The graph is made breadth first, without any reduction, from states as in [`canonical`](super::canonical). In a bottom component
//! a task has a *role*: the nodes (state, number of the task) that the task comes through. A role hangs if no step in it ends the task,
//! and either there is no step at all, or one loop with an exit is around it in all of its nodes and is never left
//! on its steps. (The innermost such loop counts. If it has no exit, it is meant to go on.) A task that only waits for the answer of
//! one that is meant to go on does not hang either.

use super::canonical::{Canonical, Telling};
use super::view::Missing;
use super::{Actors, Wait};
use crate::code::LoopRange;
use event::{Access, Budget, Choice, Decision, End, Schedule, Status, System, ThreadId};
use rustc_hash::FxHashMap;
use source::Span;

mod components;
mod roles;

use roles::Role;

/// Whether some task can hang.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Hangs {
    /// A way to a state in which one does, and once round.
    Found(Schedule),
    /// None can.
    Never,
    /// There are too many states. These are loops that some task may not get out of.
    Undecided(Vec<Span>),
}

/// How a task hangs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Hang {
    /// It waits for what never comes.
    Waits,
    /// It goes round in a loop, by number.
    Round(u32),
}

/// Where a round has come to: the node, the number that a task has in it, and whether it has made a step.
type Place = (u32, u32, bool);

/// A loop around a task: the depth of the call in which it is, and its number.
type Around = (usize, u32);

/// A task in a state.
#[derive(Debug)]
struct Position {
    /// Outer ones first.
    loops: Vec<Around>,
    /// It cannot go on before this one, by number, has ended.
    waits_for: Option<u32>,
}

#[derive(Debug)]
struct Node {
    /// How it was reached first.
    parent: Option<(u32, Choice)>,
    tasks: Vec<Position>,
    /// All that follows it is known.
    is_expanded: bool,
    edges: Vec<Edge>,
}

/// A step.
#[derive(Debug)]
struct Edge {
    to: u32,
    /// The task, by number, and how it went on.
    task: u32,
    branch: u32,
    /// Loops that were left, with the depths of the calls.
    left: Vec<(usize, LoopRange)>,
    /// The numbers of all tasks in the next state; none has one that has ended.
    becomes: Vec<Option<u32>>,
}

/// States by number, the first one being 0.
#[derive(Debug)]
struct Graph {
    telling: Telling,
    nodes: Vec<Node>,
    known: FxHashMap<Vec<u64>, u32>,
    /// For each loop whether it has an exit.
    exits: Vec<bool>,
}

/// So many states are made between two looks at the budget.
const STATES_PER_LOOK: usize = 256;
/// To confirm that a task hangs, at most so many states are looked at. They are all there are around it.
const MOST_CONFIRMED: usize = 200_000;

/// Whether some task of a program can hang, as far as so many states show it.
pub fn find_hang(code: &crate::Code, most_states: usize, budget: &Budget) -> Hangs {
    let mut actors = Actors::new(code.clone());
    let graph = Graph::of(&mut actors, most_states, budget);
    match graph.hanging().into_iter().min_by_key(|it| it.0) {
        Some((node, tasks)) => Hangs::Found(graph.way(&mut actors, node, tasks[0])),
        None if graph.nodes.iter().all(|it| it.is_expanded) => Hangs::Never,
        None => Hangs::Undecided(graph.open_loops(code)),
    }
}

impl Actors {
    /// The tasks that hang in the current state, which is one that everything that follows leads back to. None, if there
    /// is no such task or the state is no such state.
    pub(crate) fn hanging(&mut self) -> Vec<(ThreadId, Hang)> {
        let is_observed = std::mem::replace(&mut self.is_observed, false);
        let graph = Graph::of(self, MOST_CONFIRMED, &Budget::default());
        let tasks = self.canonical(graph.telling).tasks;
        self.is_observed = is_observed;
        let here = graph.hanging().into_iter().find(|it| it.0 == 0);
        here.map_or_else(Vec::new, |it| it.1.into_iter().map(|(task, hang)| (tasks[task as usize], hang)).collect())
    }

    /// How many of the last steps lead from a state to the same state; `None`: no number of steps does.
    pub(crate) fn last_round(&mut self) -> Option<usize> {
        let (telling, end) = (Telling::Names, self.depth());
        let telling = if self.finds_out_names.get() { telling } else { Telling::Numbers };
        let last = self.canonical(telling).words;
        (1..=end).find(|steps| {
            self.back_to(end - steps);
            self.canonical(telling).words == last
        })
    }

    /// What keeps a task where it is, and the loops around it.
    fn position(&mut self, id: ThreadId, numbers: &FxHashMap<ThreadId, u32>) -> Position {
        let missing = match self.task(id).wait {
            Wait::Future(future) | Wait::Get(future) => Some(future),
            Wait::Condition(_) => match self.missing(id) {
                Missing::Answer(future) => Some(future),
                Missing::Nothing | Missing::Condition => None,
            },
            Wait::Ready | Wait::Choose(_) | Wait::Ended(_) => None,
        };
        let mut loops = Vec::new();
        for (frame, depth) in self.task(id).calls.frames.iter().zip(1..) {
            let around = |it: &(&crate::code::LoopCode, u32)| it.0.pauses && (it.0.start..it.0.end).contains(&frame.pc);
            let own = self.code.loops.iter().zip(0..).filter(around);
            loops.extend(own.map(|it| (depth, it.1)));
        }
        Position { loops, waits_for: missing.and_then(|it| numbers.get(&it).copied()) }
    }

    /// Whether some task was stopped, so that it is not known what follows.
    fn is_cut(&self) -> bool {
        self.threads.iter().any(|&it| matches!(self.status(it), Status::Ended(End::Stopped(_))))
    }
}

impl Graph {
    /// What follows the current state.
    fn of(actors: &mut Actors, most_states: usize, budget: &Budget) -> Graph {
        let graph = Graph::made(actors, Telling::Numbers, most_states, budget);
        // That may have been too little to tell states apart.
        if actors.finds_out_names.get() { Graph::made(actors, Telling::Names, most_states, budget) } else { graph }
    }

    fn made(actors: &mut Actors, telling: Telling, most_states: usize, budget: &Budget) -> Graph {
        let root = actors.depth();
        let exits = actors.code.loops.iter().map(|it| it.has_exit).collect();
        let mut graph = Graph { telling, nodes: Vec::new(), known: FxHashMap::default(), exits };
        let first = actors.canonical(telling);
        graph.add(actors, first, None);
        let mut path: Vec<u32> = Vec::new();
        let mut next = 0;
        while next < graph.nodes.len() && graph.nodes.len() < most_states {
            if next % STATES_PER_LOOK == 0 && budget.exceeded().is_some() {
                break;
            }
            graph.go_to(actors, root, &mut path, next as u32);
            graph.expand(actors, next);
            next += 1;
        }
        actors.back_to(root);
        graph
    }

    /// Adds the current state if it is new; its number.
    fn add(&mut self, actors: &mut Actors, state: Canonical, parent: Option<(u32, Choice)>) -> u32 {
        let next = self.nodes.len() as u32;
        let number = *self.known.entry(state.words).or_insert(next);
        if number == next {
            let numbers = state.tasks.iter().copied().zip(0..).collect();
            let tasks = state.tasks.iter().map(|&it| actors.position(it, &numbers)).collect();
            self.nodes.push(Node { parent, tasks, is_expanded: false, edges: Vec::new() });
        }
        number
    }

    /// The nodes on the way to one, without the first.
    fn way_to(&self, node: u32) -> Vec<u32> {
        let mut way = Vec::new();
        let mut at = node;
        while let Some((parent, _)) = self.nodes[at as usize].parent {
            way.push(at);
            at = parent;
        }
        way.reverse();
        way
    }

    /// Makes another state the current one; `path` leads to the one that is.
    fn go_to(&self, actors: &mut Actors, root: usize, path: &mut Vec<u32>, node: u32) {
        let way = self.way_to(node);
        let common = path.iter().zip(&way).take_while(|(one, two)| one == two).count();
        actors.back_to(root + common);
        for &it in &way[common..] {
            if let Some((_, choice)) = self.nodes[it as usize].parent {
                actors.step(choice, &mut Vec::new());
            }
        }
        *path = way;
    }

    /// Finds all that follows the current state.
    fn expand(&mut self, actors: &mut Actors, node: usize) {
        if actors.is_cut() {
            return;
        }
        let depth = actors.depth();
        let before = actors.canonical(self.telling).tasks;
        let mut accesses: Vec<Access> = Vec::new();
        for (task, &thread) in before.iter().enumerate() {
            if !actors.enabled(thread) {
                continue;
            }
            for branch in 0..actors.branches(thread) {
                let choice = Choice { thread, branch };
                *actors.left.borrow_mut() = Some(Vec::new());
                accesses.clear();
                actors.step(choice, &mut accesses);
                let left = actors.left.borrow_mut().take().unwrap_or_default();
                let after = actors.canonical(self.telling);
                let number = |it: &ThreadId| after.tasks.iter().position(|other| other == it).map(|it| it as u32);
                let becomes = before.iter().map(number).collect();
                let to = self.add(actors, after, Some((node as u32, choice)));
                self.nodes[node].edges.push(Edge { to, task: task as u32, branch, left, becomes });
                actors.back_to(depth);
            }
        }
        self.nodes[node].is_expanded = true;
    }

    /// States in which tasks hang, one for each bottom component that has such tasks: the one that was reached first.
    fn hanging(&self) -> Vec<(u32, Vec<(u32, Hang)>)> {
        components::bottom(self).into_iter().filter_map(|it| self.hanging_in(&it)).collect()
    }

    /// The same of one component, whose states are given in order.
    fn hanging_in(&self, component: &[u32]) -> Option<(u32, Vec<(u32, Hang)>)> {
        let roles = roles::of(self, component);
        let first = component[0];
        let mut hanging = Vec::new();
        for task in 0..self.nodes[first as usize].tasks.len() as u32 {
            match roles.of(first, task) {
                Role::Round { number, has_exit: true } => hanging.push((task, Hang::Round(number))),
                Role::Waits if planted::bug!(WaitersBesideOthers) => {}
                Role::Waits if !roles.waits_for_server(self, first, task) => hanging.push((task, Hang::Waits)),
                Role::Waits | Role::Round { .. } | Role::GoesOn => {}
            }
        }
        (!hanging.is_empty()).then_some((first, hanging))
    }

    /// A way to a node of a bottom component, and once round from there; in it a task that goes round takes its turn.
    fn way(&self, actors: &mut Actors, node: u32, (task, hang): (u32, Hang)) -> Schedule {
        let root = actors.depth();
        let mut path = Vec::new();
        self.go_to(actors, root, &mut path, node);
        let choices = path.iter().filter_map(|it| self.nodes[*it as usize].parent).map(|it| it.1);
        let mut choices: Vec<Choice> = choices.collect();
        for (task, branch) in self.round(node, task, hang == Hang::Waits) {
            let thread = actors.canonical(self.telling).tasks[task as usize];
            let choice = Choice { thread, branch };
            actors.step(choice, &mut Vec::new());
            choices.push(choice);
        }
        let threads = actors.threads();
        let place = |it: ThreadId| threads.iter().position(|other| *other == it).unwrap_or_default() as u32;
        choices.iter().map(|it| Decision { thread: place(it.thread), branch: it.branch }).collect()
    }

    /// The shortest way from a node back to it, on which a task makes a step, or any task if that `is_enough`.
    fn round(&self, node: u32, task: u32, is_enough: bool) -> Vec<(u32, u32)> {
        let start: Place = (node, task, is_enough);
        let mut from: FxHashMap<Place, (Place, (u32, u32))> = FxHashMap::default();
        let mut left = std::collections::VecDeque::from([start]);
        while let Some(place @ (at, task, has_stepped)) = left.pop_front() {
            for edge in &self.nodes[at as usize].edges {
                let Some(becomes) = edge.becomes[task as usize] else { continue };
                let next: Place = (edge.to, becomes, has_stepped || edge.task == task);
                if from.contains_key(&next) {
                    continue;
                }
                from.insert(next, (place, (edge.task, edge.branch)));
                if next.0 == node && next.2 {
                    return steps_between(start, next, &from);
                }
                left.push_back(next);
            }
        }
        Vec::new()
    }

    fn has_exit(&self, number: u32) -> bool {
        self.exits[number as usize]
    }

    /// The loops in which tasks are in states of which not all is known that follows; all, if there are none.
    fn open_loops(&self, code: &crate::Code) -> Vec<Span> {
        let open = self.nodes.iter().filter(|it| !it.is_expanded).flat_map(|it| &it.tasks).flat_map(|it| &it.loops);
        let mut numbers: Vec<u32> = open.map(|it| it.1).collect();
        numbers.sort_unstable();
        numbers.dedup();
        match numbers.is_empty() {
            true => code.pausing_loops(),
            false => numbers.into_iter().map(|it| code.loops[it as usize].span).collect(),
        }
    }
}

/// The steps that lead to a place, of each of which it is known where it comes from.
fn steps_between(start: Place, end: Place, from: &FxHashMap<Place, (Place, (u32, u32))>) -> Vec<(u32, u32)> {
    let mut way = Vec::new();
    let mut at = end;
    loop {
        let (before, step) = from[&at];
        way.push(step);
        if before == start {
            way.reverse();
            return way;
        }
        at = before;
    }
}
