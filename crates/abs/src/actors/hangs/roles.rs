//! What becomes of the tasks of a bottom component: see the module above.

use super::{Around, Edge, Graph};
use crate::code::LoopRange;
use rustc_hash::FxHashMap;

/// What a task does as long as the component lasts, which is for ever.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Role {
    /// Nothing.
    Waits,
    /// It stays in this loop.
    Round { number: u32, has_exit: bool },
    /// It ends, and others come in its place; or it is in no loop.
    GoesOn,
}

/// The roles of a component.
pub(super) struct Roles {
    /// For each node (state and task) another one of the same role, or itself.
    links: FxHashMap<(u32, u32), (u32, u32)>,
    roles: FxHashMap<(u32, u32), Role>,
}

/// What is known of a role so far.
#[derive(Default)]
struct Known {
    steps: bool,
    ends: bool,
    /// Loops that are around it in all nodes and are never left; none yet.
    loops: Option<Vec<Around>>,
}

/// The roles of the tasks in these states.
pub(super) fn of(graph: &Graph, component: &[u32]) -> Roles {
    let mut roles = Roles { links: FxHashMap::default(), roles: FxHashMap::default() };
    for (state, edge) in edges(graph, component) {
        for (task, becomes) in edge.becomes.iter().enumerate() {
            if let Some(becomes) = *becomes {
                roles.join((state, task as u32), (edge.to, becomes));
            }
        }
    }
    let mut known: FxHashMap<(u32, u32), Known> = FxHashMap::default();
    for &state in component {
        for (task, position) in graph.nodes[state as usize].tasks.iter().enumerate() {
            let own = known.entry(roles.first((state, task as u32))).or_default();
            match &mut own.loops {
                Some(loops) => loops.retain(|it| position.loops.contains(it)),
                none => *none = Some(position.loops.clone()),
            }
        }
    }
    for (state, edge) in edges(graph, component) {
        let own = known.entry(roles.first((state, edge.task))).or_default();
        own.steps = true;
        own.ends |= edge.becomes[edge.task as usize].is_none();
        if let Some(loops) = own.loops.as_mut().filter(|_| !planted::bug!(ExitsForgotten)) {
            loops.retain(|it| !edge.left.iter().any(|left| is_left(*it, *left)));
        }
    }
    for (role, known) in known {
        let stays = known.loops.as_ref().and_then(|it| it.last()).filter(|_| !known.ends);
        let role_of = match stays {
            _ if !known.steps => Role::Waits,
            Some(&(_, number)) => Role::Round { number, has_exit: graph.has_exit(number) },
            None => Role::GoesOn,
        };
        roles.roles.insert(role, role_of);
    }
    roles
}

fn edges<'a>(graph: &'a Graph, component: &'a [u32]) -> impl Iterator<Item = (u32, &'a Edge)> {
    component.iter().flat_map(|&it| graph.nodes[it as usize].edges.iter().map(move |edge| (it, edge)))
}

/// Whether a loop is among those that were left.
fn is_left((depth, number): Around, (at, loops): (usize, LoopRange)) -> bool {
    let is_own = depth == at && (loops.first..loops.end).contains(&number);
    is_own || loops.callees && depth > at
}

impl Roles {
    /// The first node of a role.
    fn first(&self, node: (u32, u32)) -> (u32, u32) {
        let mut at = node;
        while let Some(&next) = self.links.get(&at) {
            at = next;
        }
        at
    }

    fn join(&mut self, one: (u32, u32), two: (u32, u32)) {
        let (one, two) = (self.first(one), self.first(two));
        if one != two {
            self.links.insert(one.max(two), one.min(two));
        }
    }

    /// What a task of a state does.
    pub fn of(&self, state: u32, task: u32) -> Role {
        self.roles.get(&self.first((state, task))).copied().unwrap_or(Role::GoesOn)
    }

    /// Whether a task that waits does so for the answer of one that is meant to go on, directly or through others.
    pub fn waits_for_server(&self, graph: &Graph, state: u32, task: u32) -> bool {
        let tasks = &graph.nodes[state as usize].tasks;
        let mut at = task;
        for _ in 0..tasks.len() {
            let Some(next) = tasks[at as usize].waits_for else { return false };
            match self.of(state, next) {
                Role::Round { has_exit, .. } => return !has_exit,
                Role::GoesOn => return false,
                Role::Waits => at = next,
            }
        }
        false
    }
}
