//! The board of optimal exploration: the states from which something is still to be explored, or being explored, with
//! their sleep sets and wakeup trees.
//!
//! The states form a tree, which begins at the start of the program. A state is on the board as long as somebody
//! explores something from it, or may have to: a race that is found elsewhere may add a sequence to its wakeup tree. Whatever
//! lies behind a worker's last state on the board is that worker's own.
//!
//! **The same as with one worker.** With one worker the branches of a state are explored from left to right. A branch begins
//! with everything asleep that is to its left. A sequence v that is found behind a branch is dropped if it can begin with
//! something that is asleep, to the left; otherwise it is inserted among the branches to the right, none of which has been
//! begun: the first that v can begin with is followed, and v without it is inserted behind that, and so on. Where what is
//! followed is the last event of a sequence, v is dropped: what follows comes by itself. Here branches to the right may have been
//! begun, and even be done, when v is found. The rules are the same. A branch begins with everything asleep that is to its
//! left, done or not. For v it does not matter what has been begun, only what is to the left of where v was found and what is
//! to the right. So states *along a sequence that is being followed* are on the board, up to its last event, and they stay there
//! until everything to their left is done, since nothing can be inserted there any more then. (It does not suffice that
//! the branch itself has been explored: what is asleep in it may hide what v asks for, until v's own events wake it.)
//!
//! That makes one execution of each class, whoever is how fast; which one it is depends on that.

use super::pool::Board;
use super::task::{Node, NodeId, Task};
use super::tree::{Place, Tree};
use crate::toolbox::sleep::{Mood, Sleeper, Step, Touched};
use crate::toolbox::wakeup::{Forest, NONE, Relation, Steps, TwigId, relation};
use event::Choice;
use serde::{Deserialize, Serialize};

/// See the module.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Wakeups {
    states: Tree<State>,
    forest: Forest,
}

/// A state on the way, as the board has it.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct State {
    node: Node,
    /// Who is asleep there, what has been explored from there and needs no more attention included.
    asleep: Vec<Sleeper>,
    /// What has been begun otherwise, from left to right.
    begun: Vec<Branch>,
    /// What is to be explored, to the right of that.
    tree: TwigId,
}

/// Something that is being explored, or has been.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Branch {
    choice: Choice,
    touched: Touched,
    /// The state after it, if the board has it.
    child: Option<NodeId>,
    /// Whether it was not the last one of a sequence that was asked for.
    leads_on: bool,
    /// Whether everything behind it has been explored.
    is_done: bool,
}

/// A level that a worker puts on the board.
pub(crate) struct Level<'a> {
    /// How many events lead there.
    pub depth: usize,
    /// The last of them.
    pub choice: Option<Choice>,
    /// Who is asleep there.
    pub asleep: &'a [Sleeper],
    /// What is to be explored from there.
    pub tree: TwigId,
    /// What is being explored from there, and whether it was not the last one of a sequence that was asked for.
    pub running: Option<(Step<'a>, bool)>,
    /// Nothing has been chosen there: an execution has come this far, and nobody has learned from its events from so many
    /// on.
    pub fresh: Option<usize>,
}

impl Wakeups {
    /// Everything.
    pub fn all() -> Self {
        let mut board = Wakeups::default();
        let start = Level { depth: 0, choice: None, asleep: &[], tree: NONE, running: None, fresh: Some(0) };
        board.add(None, start, &mut Forest::default());
        board
    }

    /// Adds a state behind another one, from which it is being explored.
    pub fn add(&mut self, parent: Option<NodeId>, level: Level<'_>, own: &mut Forest) -> NodeId {
        let Level { depth, choice, asleep, tree, running, fresh } = level;
        let tree = self.forest.graft(own, tree);
        let begun = running.map(|((choice, accesses), leads_on)| Branch {
            choice,
            touched: accesses.into(),
            child: None,
            leads_on,
            is_done: false,
        });
        let node = Node { parent, choice, depth: depth as u32, fresh: fresh.map(|it| it as u32) };
        self.add_state(State { node, asleep: asleep.to_vec(), begun: begun.into_iter().collect(), tree })
    }

    fn add_state(&mut self, state: State) -> NodeId {
        let Node { parent, choice, .. } = state.node;
        let id = self.states.add(state);
        if let (Some(parent), Some(choice)) = (parent, choice) {
            self.branch_mut(parent, choice).child = Some(id);
        }
        id
    }

    fn branch_mut(&mut self, id: NodeId, choice: Choice) -> &mut Branch {
        let branch = self.states.get_mut(id).begun.iter_mut().find(|it| it.choice == choice);
        branch.expect("what is explored was begun")
    }

    /// A sequence was found behind the branch of a state that begins with `origin`: has it explored from that state, unless
    /// something that leads to it is, or has been.
    pub fn insert(&mut self, first: NodeId, origin: Choice, sequence: &mut Vec<u32>, steps: &impl Steps) -> bool {
        let state = self.states.get(first);
        let own = state.begun.iter().position(|it| it.choice == origin).map_or(state.begun.len(), |it| it + 1);
        let covers = |choice: Choice, touched: &Touched| {
            !matches!(relation((choice, touched.accesses()), Some(origin), sequence, steps), Relation::Conflicts)
        };
        if state.asleep.iter().any(|it| covers(it.choice, &it.touched))
            || state.begun[..own.saturating_sub(1)].iter().any(|it| covers(it.choice, &it.touched))
        {
            return false;
        }
        let (mut id, mut right) = (first, own);
        loop {
            let state = self.states.get_mut(id);
            let origin = (id == first).then_some(origin);
            let mut followed = None;
            for branch in &state.begun[right..] {
                match relation((branch.choice, branch.touched.accesses()), origin, sequence, steps) {
                    Relation::Conflicts => continue,
                    Relation::Occurs(index) => {
                        sequence.remove(index);
                    }
                    Relation::Independent => {}
                }
                followed = Some(branch.child.filter(|_| branch.leads_on));
                break;
            }
            match followed {
                None => {
                    let is_new = self.forest.insert(&mut state.tree, origin, sequence, steps);
                    if is_new {
                        self.states.look_at(id);
                        self.reopen(id);
                    }
                    return is_new;
                }
                Some(Some(child)) if !sequence.is_empty() => (id, right) = (child, 0),
                Some(_) => return false,
            }
        }
    }

    /// Something is to be explored from a state: what leads there is not done.
    fn reopen(&mut self, mut id: NodeId) {
        while let Node { parent: Some(parent), choice: Some(choice), .. } = self.states.get(id).node {
            let branch = self.branch_mut(parent, choice);
            if !branch.is_done {
                return;
            }
            branch.is_done = false;
            id = parent;
        }
    }

    /// Everything behind a branch of a state has been explored.
    pub fn done(&mut self, mut id: NodeId, mut choice: Choice) {
        loop {
            self.branch_mut(id, choice).is_done = true;
            let state = self.states.get(id);
            if state.is_open() || !state.begun.iter().all(|it| it.is_done) {
                break;
            }
            match state.node {
                Node { parent: Some(parent), choice: Some(last), .. } => (id, choice) = (parent, last),
                Node { .. } => break,
            }
        }
        if self.is_leftmost(id) {
            self.settle(id);
        }
    }

    /// Whether nothing is left to do to the left of a state.
    fn is_leftmost(&self, mut id: NodeId) -> bool {
        while let Node { parent: Some(parent), choice, .. } = self.states.get(id).node {
            if self.states.get(parent).begun.first().map(|it| it.choice) != choice {
                return false;
            }
            id = parent;
        }
        true
    }

    /// Forgets what is done and has nothing to its left, from a state on that has nothing to its left.
    fn settle(&mut self, mut id: NodeId) {
        loop {
            let state = self.states.get_mut(id);
            match state.begun.first() {
                Some(branch) if branch.is_done => {
                    let Branch { choice, touched, child, .. } = state.begun.remove(0);
                    state.asleep.push(Sleeper { choice, touched, mood: Mood::Asleep });
                    self.forget(child);
                }
                Some(Branch { child: Some(child), .. }) => id = *child,
                Some(_) => return,
                None => {
                    if !state.is_open() && state.node.parent.is_none() {
                        self.states.remove(id);
                    }
                    return;
                }
            }
        }
    }

    /// Forgets a state and all behind it.
    fn forget(&mut self, id: Option<NodeId>) {
        let mut waiting: Vec<NodeId> = id.into_iter().collect();
        while let Some(id) = waiting.pop() {
            if let Some(state) = self.states.remove(id) {
                waiting.extend(state.begun.iter().filter_map(|it| it.child));
            }
        }
    }

    /// Takes what comes first in the tree of a state, to the end of a sequence.
    fn begin(&mut self, first: NodeId) -> Task {
        let (mut path, mut prefix) = self.states.path(first);
        let known = prefix.len();
        let new_from = self.states.get_mut(first).node.fresh.take().map_or(known, |it| it as usize);
        if self.states.get(first).tree == NONE {
            // Nothing is asked for: all of what follows is the worker's own.
            let asleep = self.states.remove(first).map_or_else(Vec::new, |it| it.asleep);
            path.pop();
            if let (Some(&parent), Some(&choice)) = (path.last(), prefix.last()) {
                self.branch_mut(parent, choice).child = None;
            }
            return Task { asleep_at: prefix.len(), prefix, known, new_from, path, asleep };
        }
        let mut id = first;
        loop {
            let (forest, state) = (&mut self.forest, self.states.get_mut(id));
            let touched = forest.touched(state.tree).clone();
            let (choice, coming) = forest.take(&mut state.tree);
            let left = state.begun.iter().map(|it| Sleeper {
                choice: it.choice,
                touched: it.touched.clone(),
                mood: Mood::Asleep,
            });
            let asleep: Vec<Sleeper> = state.asleep.iter().cloned().chain(left).collect();
            let leads_on = coming != NONE;
            state.begun.push(Branch { choice, touched: touched.clone(), child: None, leads_on, is_done: false });
            self.states.look_at(id);
            prefix.push(choice);
            if !leads_on {
                return Task { asleep_at: prefix.len() - 1, prefix, known, new_from, path, asleep };
            }
            let asleep = asleep.iter().filter_map(|it| it.after((choice, touched.accesses()))).collect();
            let node = Node { parent: Some(id), choice: Some(choice), depth: prefix.len() as u32, fresh: None };
            id = self.add_state(State { node, asleep, begun: Vec::new(), tree: coming });
            path.push(id);
        }
    }
}

impl Place for State {
    fn node(&self) -> &Node {
        &self.node
    }

    fn is_open(&self) -> bool {
        self.tree != NONE || self.node.fresh.is_some()
    }
}

impl Board for Wakeups {
    type Task = Task;
    type Place = Vec<NodeId>;

    fn is_empty(&self) -> bool {
        self.states.is_empty()
    }

    fn take(&mut self, near: Option<&Vec<NodeId>>) -> Option<Task> {
        self.states.next(near).map(|id| self.begin(id))
    }
}
