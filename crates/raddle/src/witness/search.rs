//! Looks for an execution that passes the waypoints of a witness in order, and violates what it says at its end.
//!
//! Steps that the witness does not mention are allowed, so this is a search among all executions; the witness says where to look
//! first. The thread that has passed a waypoint finishes its statement, then the thread goes on that has to pass the next
//! one, up to there. Whatever else is done costs something, and what has passed more waypoints for less is tried first. States
//! that were seen, with the same waypoints passed, are not looked at again: the search ends if there are finitely many.
//!
//! A waypoint is passed at the first chance. Whoever passes it later could have passed it then: what follows is the same. Only
//! where a thread starts, which gets its number there, and where the next segment has something to avoid, later chances are
//! tried as well.

mod marks;
mod ranking;
mod values;

use super::follow::{Follower, TooMuch};
use super::resolve::{Place, Segment};
use super::sites::Sites;
use event::{Access, Budget, Decision, Limit, Property, Schedule, Status, System};
use ir::Program;
use ir::passes::loops::has_loops;
use marks::{Marks, Way};
use rustc_hash::FxHashSet;
use std::collections::BinaryHeap;
use std::rc::Rc;
use vm::Code;

/// More states than this are not looked at.
const MOST_NODES: usize = 4_000_000;

/// What is looked for.
pub struct Question<'p> {
    /// The program.
    pub program: &'p Program,
    /// Its statements.
    pub sites: &'p Sites,
    /// What to pass.
    pub segments: &'p [Segment],
    /// What is to be violated at the end.
    pub property: Property,
}

/// An execution that passes all waypoints and ends where the witness says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Candidate {
    /// Who goes on.
    pub schedule: Schedule,
    /// What the threads choose.
    pub inputs: Vec<Vec<u64>>,
    /// The steps that race, if that is what it is about.
    pub racing: Option<(usize, usize)>,
}

/// What became of a search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Search<T> {
    /// Somebody has accepted a candidate.
    Found(T),
    /// There is none.
    Nothing(Furthest),
    /// A limit was reached.
    Limit(Limit),
}

/// How far the best execution came.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Furthest {
    /// How many segments it has passed.
    pub passed: usize,
    /// Whether some inputs were not tried, or something else was left out.
    pub is_incomplete: bool,
    /// Whether a condition could not be evaluated.
    pub is_unknown: bool,
}

/// Runs the search; `accept` looks closer at executions that seem to fit. Also says how many states were looked at.
pub fn search<T>(
    question: &Question<'_>,
    code: Code,
    budget: &Budget,
    accept: &mut dyn FnMut(&Candidate) -> Option<T>,
) -> (Search<T>, u64) {
    let mut searcher = Searcher::new(question, code);
    let found = searcher.run(budget, accept);
    (found, searcher.seen.len() as u64)
}

/// A step from one node to the next.
#[derive(Clone, Debug)]
struct Node {
    parent: u32,
    position: u32,
    /// What the thread chooses from there on.
    values: Rc<Vec<u64>>,
    depth: u32,
    marks: Rc<Marks>,
    cost: u32,
}

struct Searcher<'q, 'p> {
    question: &'q Question<'p>,
    follower: Follower<'p>,
    nodes: Vec<Node>,
    /// The nodes that lead to where the machine is.
    path: Vec<u32>,
    open: BinaryHeap<(i64, u32)>,
    seen: FxHashSet<u128>,
    furthest: Furthest,
}

impl<'q, 'p> Searcher<'q, 'p> {
    fn new(question: &'q Question<'p>, code: Code) -> Searcher<'q, 'p> {
        let follower = Follower::new(question.program, code, question.sites);
        let furthest = Furthest { passed: 0, is_incomplete: false, is_unknown: false };
        Searcher {
            question,
            follower,
            nodes: Vec::new(),
            path: Vec::new(),
            open: BinaryHeap::new(),
            seen: FxHashSet::default(),
            furthest,
        }
    }

    fn run<T>(&mut self, budget: &Budget, accept: &mut dyn FnMut(&Candidate) -> Option<T>) -> Search<T> {
        let root = Node {
            parent: u32::MAX,
            position: u32::MAX,
            values: Rc::default(),
            depth: 0,
            marks: Rc::new(Marks::at_start()),
            cost: 0,
        };
        // It may be over before the first step.
        let has_failed = !self.follower.machine.failures().is_empty();
        let found = if has_failed { self.fails(&root, accept) } else { self.arrive(root, accept) };
        if let Some(found) = found {
            return Search::Found(found);
        }
        let mut looks = 0_u32;
        while let Some((_, index)) = self.open.pop() {
            looks += 1;
            if looks.is_multiple_of(256) {
                if let Some(limit) = budget.exceeded() {
                    return Search::Limit(limit);
                }
            }
            if self.nodes.len() > MOST_NODES {
                return Search::Limit(Limit::Length);
            }
            self.go_to(index);
            if let Some(found) = self.expand(index, accept) {
                return Search::Found(found);
            }
        }
        Search::Nothing(self.furthest)
    }

    /// Brings the machine to a node.
    fn go_to(&mut self, index: u32) {
        let mut way = Vec::new();
        let mut at = index;
        while self.nodes[at as usize].parent != u32::MAX {
            way.push(at);
            at = self.nodes[at as usize].parent;
        }
        way.reverse();
        let common = self.path.iter().zip(&way).take_while(|it| it.0 == it.1).count();
        self.follower.back_to(common);
        self.path.truncate(common);
        for &next in &way[common..] {
            let Node { position, values, .. } = self.nodes[next as usize].clone();
            // It was made before.
            let _ = self.step(position as usize, &values, &mut Vec::new());
            self.path.push(next);
        }
    }

    fn step(&mut self, position: usize, values: &[u64], accesses: &mut Vec<Access>) -> Result<(), TooMuch> {
        let thread = self.follower.machine.threads()[position];
        if !values.is_empty() {
            self.follower.machine.choose_next(thread, values);
        }
        self.follower.step(position, accesses)
    }

    /// Makes each step that is possible at a node.
    fn expand<T>(&mut self, index: u32, accept: &mut dyn FnMut(&Candidate) -> Option<T>) -> Option<T> {
        let node = self.nodes[index as usize].clone();
        let depth = node.depth as usize;
        let count = self.follower.machine.threads().len();
        let mut enabled: Vec<usize> = Vec::new();
        for position in 0..count {
            let thread = self.follower.machine.threads()[position];
            if self.follower.machine.enabled(thread) {
                enabled.push(position);
            }
        }
        let favourite = self.favourite(&node, &enabled);
        // The favourite comes last, so that of equals it is looked at first.
        enabled.sort_by_key(|it| (Some(*it) == favourite, std::cmp::Reverse(*it)));
        for position in enabled {
            let extra = u32::from(Some(position) != favourite);
            let mut scripts = self.values(&node.marks, position);
            scripts.reverse();
            let mut rank = scripts.len();
            while let Some(values) = scripts.pop() {
                let (values, further) = self.completed(position, values);
                self.follower.back_to(depth);
                scripts.splice(0..0, further);
                rank = rank.saturating_sub(1);
                let cost = extra + u32::from(rank > 0);
                if let Some(end) = self.make(index, &node, position, values, cost, accept) {
                    return Some(end);
                }
                self.follower.back_to(depth);
            }
        }
        None
    }

    /// Makes one step; what it leads to, if somebody accepts that.
    fn make<T>(
        &mut self,
        index: u32,
        node: &Node,
        position: usize,
        values: Vec<u64>,
        extra: u32,
        accept: &mut dyn FnMut(&Candidate) -> Option<T>,
    ) -> Option<T> {
        let before = self.follower.machine.threads().len();
        let failures = self.follower.machine.failures().len();
        let mut marks = (*node.marks).clone();
        // What was not taken to happen before happens now.
        if self.meets_avoided(&marks, position, usize::MAX) {
            return None;
        }
        let mut accesses = Vec::new();
        let statement = self.follower.progress(position).statement;
        if self.step(position, &values, &mut accesses) == Err(TooMuch) {
            self.furthest.is_incomplete = true;
            return None;
        }
        let started = before..self.follower.machine.threads().len();
        marks.step(position, started);
        self.note_race(&mut marks, position, statement, &accesses);
        let next = Node {
            parent: index,
            position: position as u32,
            values: Rc::new(values),
            depth: node.depth + 1,
            marks: Rc::new(marks),
            cost: node.cost + extra,
        };
        if self.follower.machine.failures().len() > failures {
            return self.fails(&next, accept);
        }
        self.arrive(next, accept)
    }

    /// The machine is at a new node: waypoints are passed, and the rest is for later.
    fn arrive<T>(&mut self, node: Node, accept: &mut dyn FnMut(&Candidate) -> Option<T>) -> Option<T> {
        for Way { marks, cost } in self.pass((*node.marks).clone()) {
            self.furthest.passed = self.furthest.passed.max(marks.passed);
            let next = Node { marks: Rc::new(marks), cost: node.cost + cost, ..node.clone() };
            if let Some(found) = self.ends(&next, accept) {
                return Some(found);
            }
            let key = self.key(&next.marks);
            if self.seen.insert(key) {
                let rank = 2 * i64::from(next.cost) - next.marks.passed as i64;
                self.open.push((-rank, self.nodes.len() as u32));
                self.nodes.push(next);
            }
        }
        None
    }

    fn last(&self) -> &Segment {
        self.question.segments.last().expect("a witness has segments")
    }

    /// Whether all waypoints but the last ones are passed.
    fn is_at_last(&self, marks: &Marks) -> bool {
        marks.passed + 1 == self.question.segments.len()
    }

    /// A thread has failed: that is the end of the way, or of this execution.
    fn fails<T>(&mut self, node: &Node, accept: &mut dyn FnMut(&Candidate) -> Option<T>) -> Option<T> {
        let failure = *self.follower.machine.failures().last()?;
        if failure.fault.property() != self.question.property {
            return None;
        }
        for Way { marks, .. } in self.pass((*node.marks).clone()) {
            self.furthest.passed = self.furthest.passed.max(marks.passed);
            let point = &self.last().follow[0];
            let culprit = super::follow::position_of(&self.follower.machine, failure.thread)?;
            let Place::Target(statement) = point.place else { continue };
            let is_there = self.follower.progress(culprit).statement == Some(statement);
            let is_culprit = marks.is_thread(point.thread, culprit);
            // Everything that it has come to has happened by now.
            if self.is_at_last(&marks) && is_there && is_culprit && !self.meets_avoided(&marks, culprit, usize::MAX) {
                let candidate = self.candidate(node, None);
                if let Some(found) = accept(&candidate) {
                    return Some(found);
                }
            }
        }
        None
    }

    /// Whether an execution that has not failed violates what it should: by a race, or because it is at its end.
    fn ends<T>(&mut self, node: &Node, accept: &mut dyn FnMut(&Candidate) -> Option<T>) -> Option<T> {
        if !self.is_at_last(&node.marks) {
            return None;
        }
        let point = self.last().follow[0].clone();
        let Place::Target(statement) = point.place else { return None };
        let racing = match self.question.property {
            Property::Race => Some(node.marks.racing()?),
            Property::Deadlock => {
                let waits = |position: usize| {
                    let machine = &self.follower.machine;
                    machine.status(machine.threads()[position]) == Status::Waiting
                        && self.follower.progress(position).statement == Some(statement)
                        && node.marks.is_thread(point.thread, position)
                };
                let is_there = (0..self.follower.machine.threads().len()).any(waits);
                // Whether threads hang while others go on is decided when the candidate is run again.
                let may_hang = |it: &mut Self| {
                    if it.is_over() {
                        it.follower.machine.is_deadlock()
                    } else {
                        it.question.program.functions.iter().any(has_loops)
                    }
                };
                if !is_there || !may_hang(self) {
                    return None;
                }
                None
            }
            Property::Memory => {
                let at = self.follower.progress(0).statement;
                if at != Some(statement) || !self.is_over() || self.follower.machine.final_fault().is_none() {
                    return None;
                }
                None
            }
            Property::Reach | Property::Overflow | Property::Exception => return None,
        };
        let is_over = self.question.property != Property::Race;
        let count = self.follower.machine.threads().len();
        if is_over && (0..count).any(|it| self.meets_avoided(&node.marks, it, usize::MAX)) {
            return None;
        }
        let candidate = self.candidate(node, racing);
        accept(&candidate)
    }

    /// Whether nobody can go on.
    fn is_over(&mut self) -> bool {
        let machine = &mut self.follower.machine;
        (0..machine.threads().len()).all(|it| {
            let thread = machine.threads()[it];
            !machine.enabled(thread)
        })
    }

    fn candidate(&self, node: &Node, racing: Option<(usize, usize)>) -> Candidate {
        let mut schedule = Vec::new();
        let mut at = node;
        while at.parent != u32::MAX {
            schedule.push(Decision { thread: at.position, branch: 0 });
            at = &self.nodes[at.parent as usize];
        }
        schedule.reverse();
        let machine = &self.follower.machine;
        let inputs = machine.threads().iter().map(|&it| machine.chosen(it).to_vec()).collect();
        Candidate { schedule, inputs, racing }
    }
}
