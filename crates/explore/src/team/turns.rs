//! The board of exploration by source sets: the states from which something is still to be explored, or being explored, with
//! their sleep sets and the threads that are explored from them.
//!
//! Who is to be explored from a state depends on the order in which races are found: a thread is added only if none of
//! those that lead to the other order is there already. One worker finds the races behind the first branch of a state before
//! those behind the second, and so on. To explore exactly the same, and to abandon exactly as many executions, the board
//! *applies what is found in that order*, whoever finds it when. Branches are explored at the same time, but what is found behind
//! one waits ([`Slot::waiting`]) until all branches to its left are done. Each branch begins with the same sleep set as it
//! would with one worker, since that depends on the branches to its left only by what they touch first. So the tree that is
//! explored is the same, event by event.

use super::pool::Board;
use super::task::{Node, NodeId, Task};
use super::tree::{Place, Tree};
use crate::toolbox::sleep::{Mood, Sleeper, Touched};
use event::{Access, Choice, ThreadId};
use serde::{Deserialize, Serialize};

/// See the module.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Turns {
    tree: Tree<State>,
}

/// A state on the way, as the board has it.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct State {
    node: Node,
    /// Who is asleep there, what was explored before the current thread included.
    asleep: Vec<Sleeper>,
    /// Who is explored from there, and which of them now.
    threads: Vec<ThreadId>,
    now: usize,
    /// The branch of its operation that was begun last, and how many there are.
    branch: u32,
    branches: u32,
    /// What its branches have touched that have been begun, other than the last.
    touched: Vec<Access>,
    /// What was begun, in order; those that were done when the state came to the board are left out.
    slots: Vec<Slot>,
    /// The first that is not done.
    front: usize,
}

/// Something that is, or was, being explored.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Slot {
    choice: Choice,
    /// What its first event touches, when that is known.
    touched: Option<Touched>,
    is_done: bool,
    /// What was found behind it and could not be applied yet.
    waiting: Vec<Request>,
}

/// That somebody has to be explored from a state.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
struct Request {
    /// How many events lead there.
    depth: u32,
    /// One of these; the last, if none of them is yet.
    initials: Vec<ThreadId>,
}

/// A level that a worker puts on the board.
pub(crate) struct Level<'a> {
    /// How many events lead there.
    pub depth: usize,
    /// The last of them.
    pub choice: Option<Choice>,
    /// Who is asleep there.
    pub asleep: &'a [Sleeper],
    /// Who is explored from there.
    pub threads: Vec<ThreadId>,
    /// Which of them now.
    pub now: usize,
    /// The branch of its operation, and how many there are.
    pub branch: u32,
    pub branches: u32,
    /// What the branches before it have touched.
    pub touched: Vec<Access>,
    /// The event that is, or was, being explored, and what it touches, if something was chosen there.
    pub running: Option<(Choice, &'a [Access])>,
    /// Whether everything behind it has been explored.
    pub is_done: bool,
    /// Nothing has been chosen there: an execution has come this far, and nobody has learned from its events from so many
    /// on.
    pub fresh: Option<usize>,
}

impl Turns {
    /// Everything.
    pub fn all() -> Self {
        let mut board = Turns::default();
        board.add(None, Level::fresh(0, None, &[], 0));
        board
    }

    /// Adds a state behind another one, from which it is being explored.
    pub fn add(&mut self, parent: Option<NodeId>, level: Level<'_>) -> NodeId {
        let Level { depth, choice, asleep, threads, now, branch, branches, touched, running, is_done, fresh } = level;
        let node = Node { parent, choice, depth: depth as u32, fresh: fresh.map(|it| it as u32) };
        let slot = running.map(|(choice, accesses)| Slot {
            choice,
            touched: Some(accesses.into()),
            is_done,
            waiting: Vec::new(),
        });
        let state = State {
            node,
            asleep: asleep.to_vec(),
            threads,
            now,
            branch,
            branches,
            touched,
            slots: slot.into_iter().collect(),
            front: usize::from(is_done),
        };
        self.tree.add(state)
    }

    /// Somebody has found, behind the branch of a state that begins with `choice`, that one of some threads has to be explored
    /// from a state on the way there, after `depth` events.
    pub fn ask(&mut self, id: NodeId, choice: Choice, depth: usize, initials: Vec<ThreadId>) {
        let slot = self.slot(id, choice);
        self.pass(id, slot, Request { depth: depth as u32, initials });
    }

    fn slot(&self, id: NodeId, choice: Choice) -> usize {
        let slots = &self.tree.get(id).slots;
        slots.iter().position(|it| it.choice == choice && !it.is_done).expect("what is explored was begun")
    }

    /// Passes a request on to the state that it is for, as far as it is its turn.
    fn pass(&mut self, mut id: NodeId, mut slot: usize, request: Request) {
        loop {
            let state = self.tree.get_mut(id);
            if slot != state.front {
                let waiting = &mut state.slots[slot].waiting;
                if !waiting.contains(&request) {
                    waiting.push(request);
                }
                return;
            }
            if state.node.depth == request.depth {
                return self.apply(id, &request.initials);
            }
            let Node { parent: Some(parent), choice: Some(choice), .. } = state.node else {
                unreachable!("a request is for a state on the way");
            };
            (id, slot) = (parent, self.slot(parent, choice));
        }
    }

    /// Has one of some threads explored from a state.
    fn apply(&mut self, id: NodeId, initials: &[ThreadId]) {
        let state = self.tree.get_mut(id);
        let is_asleep = |it: &ThreadId| state.asleep.iter().any(|asleep| asleep.choice.thread == *it);
        if !initials.iter().any(|it| state.threads.contains(it) || is_asleep(it)) {
            state.threads.extend(initials.last());
            self.tree.look_at(id);
        }
    }

    /// Who is asleep at a state as far as a branch of it is concerned: not those who are explored after it.
    pub fn asleep_before(&self, id: NodeId, branch: Choice) -> Vec<Sleeper> {
        let state = self.tree.get(id);
        let right = state.threads.iter().position(|&it| it == branch.thread).map_or(&[][..], |it| &state.threads[it..]);
        state.asleep.iter().filter(|it| !right.contains(&it.choice.thread)).cloned().collect()
    }

    /// What the first event of a branch touches, and how many branches there are.
    pub fn tell(&mut self, id: NodeId, choice: Choice, accesses: &[Access], branches: u32) {
        let slot = self.slot(id, choice);
        let state = self.tree.get_mut(id);
        state.slots[slot].touched = Some(accesses.into());
        if state.threads[state.now] == choice.thread {
            state.branches = branches;
        }
        self.tree.look_at(id);
    }

    /// Everything behind a branch has been explored.
    pub fn done(&mut self, id: NodeId, choice: Choice) {
        let mut done = Some((id, choice));
        while let Some((id, choice)) = done {
            let slot = self.slot(id, choice);
            self.tree.get_mut(id).slots[slot].is_done = true;
            done = self.advance(id);
        }
    }

    /// It is the turn of the first branch of a state that is not done. If there is none, and none to begin, the state leaves the
    /// board; says which branch of which state is done then.
    fn advance(&mut self, id: NodeId) -> Option<(NodeId, Choice)> {
        loop {
            let state = self.tree.get_mut(id);
            let front = state.front;
            let Some(slot) = state.slots.get_mut(front) else { break };
            for request in std::mem::take(&mut slot.waiting) {
                self.pass(id, front, request);
            }
            if !self.tree.get(id).slots[front].is_done {
                break;
            }
            self.tree.get_mut(id).front += 1;
        }
        let state = self.tree.get(id);
        if state.front < state.slots.len() || state.is_open() {
            return None;
        }
        let Node { parent, choice, .. } = state.node;
        self.tree.remove(id);
        parent.zip(choice)
    }

    /// Begins the next branch of a state.
    fn begin(&mut self, id: NodeId) -> Task {
        let (mut path, mut prefix) = self.tree.path(id);
        let known = prefix.len();
        if let Some(new_from) = self.tree.get(id).node.fresh {
            // Nobody has been chosen: all of what follows is the worker's own.
            let asleep = self.tree.remove(id).map_or_else(Vec::new, |it| it.asleep);
            path.pop();
            return Task { asleep_at: known, prefix, known, new_from: new_from as usize, path, asleep };
        }
        let state = self.tree.get_mut(id);
        let choice = state.next();
        let asleep = state.asleep.clone();
        prefix.push(choice);
        self.tree.look_at(id);
        Task { asleep_at: known, prefix, known, new_from: known, path, asleep }
    }
}

impl Level<'_> {
    /// A state that an execution has come to, from which nobody has been chosen.
    pub fn fresh(depth: usize, choice: Option<Choice>, asleep: &[Sleeper], new_from: usize) -> Level<'_> {
        Level {
            depth,
            choice,
            asleep,
            threads: Vec::new(),
            now: 0,
            branch: 0,
            branches: 1,
            touched: Vec::new(),
            running: None,
            is_done: false,
            fresh: Some(new_from),
        }
    }
}

impl Place for State {
    fn node(&self) -> &Node {
        &self.node
    }

    /// What the branches to the left touch has to be known.
    fn is_open(&self) -> bool {
        if self.node.fresh.is_some() {
            return true;
        }
        let is_known = self.slots.last().is_none_or(|it| it.touched.is_some());
        let is_left = self.branch + 1 < self.branches || self.now + 1 < self.threads.len();
        is_known && is_left
    }
}

impl State {
    /// The next branch of the thread that is explored now, or the first of the next thread.
    fn next(&mut self) -> Choice {
        let last = self.slots.last().and_then(|it| it.touched.clone());
        let last = last.as_ref().map_or(&[] as &[Access], Touched::accesses);
        self.touched.extend_from_slice(last);
        if self.branch + 1 < self.branches {
            self.branch += 1;
        } else {
            let choice = Choice { thread: self.threads[self.now], branch: self.branch };
            let touched = std::mem::take(&mut self.touched);
            self.asleep.push(Sleeper { choice, touched: touched.as_slice().into(), mood: Mood::Asleep });
            self.now += 1;
            self.branch = 0;
            // It is told when the worker gets there.
            self.branches = 1;
        }
        let choice = Choice { thread: self.threads[self.now], branch: self.branch };
        self.slots.push(Slot { choice, touched: None, is_done: false, waiting: Vec::new() });
        choice
    }
}

impl Board for Turns {
    type Task = Task;
    type Place = Vec<NodeId>;

    fn is_empty(&self) -> bool {
        self.tree.is_empty()
    }

    fn take(&mut self, near: Option<&Vec<NodeId>>) -> Option<Task> {
        self.tree.next(near).map(|id| self.begin(id))
    }
}
