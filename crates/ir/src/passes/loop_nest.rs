//! The loops of a function, and which of them have an exit.
//!
//! A *loop* is a strongly connected component of the automaton, with its *head*: of the locations through which it is entered
//! the one with the smallest number. What is left of a component without its head has loops of its own; these are inside of
//! it. In a program without `goto` these are the loops that were written, as long as passes keep the heads of nested loops
//! apart (`simplify`).
//!
//! A loop has an *exit* if an edge leads out of it, or ends the thread or the function on the way, other than by a failing
//! assertion, `abort`, or a bound: one that leads to nothing but these is no exit.

use super::components;
use crate::syntax::*;
use std::collections::BTreeMap;

/// A loop of a function, by number; loops have larger numbers than those that they are in.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct LoopId(pub u32);

/// The loops of one function.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct LoopNest {
    loops: Vec<Loop>,
    /// For each location the innermost loop that it is in.
    innermost: Vec<Option<LoopId>>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Loop {
    parent: Option<LoopId>,
    head: Location,
    /// Whether it or one around it has an exit.
    can_be_left: bool,
}

impl LoopNest {
    /// One for each function of a valid program.
    pub fn of(program: &Program) -> Vec<LoopNest> {
        let doomed = doomed(program);
        program
            .functions
            .iter()
            .zip(&doomed)
            .map(|(function, doomed)| LoopNest::of_function(function, doomed))
            .collect()
    }

    fn of_function(function: &Function, doomed: &[bool]) -> LoopNest {
        let count = function.locations as usize;
        let mut nest = LoopNest { loops: Vec::new(), innermost: vec![None; count] };
        // Sets of locations in which to look, with the loop that they are in.
        let mut open: Vec<(Vec<Location>, Option<LoopId>)> =
            vec![((0..function.locations).map(Location).collect(), None)];
        while let Some((within, parent)) = open.pop() {
            for members in cycles(function, &within) {
                let id = LoopId(nest.loops.len() as u32);
                let mut is_member = vec![false; count];
                members.iter().for_each(|it| is_member[it.index()] = true);
                let leaves = |edge: &Edge| match &edge.action {
                    Action::Return(_) | Action::Stop(Stop::ThreadExit(_)) => true,
                    Action::Stop(_) => false,
                    Action::Skip | Action::Assign(..) | Action::Visible(_) | Action::Call { .. } => {
                        !is_member[edge.to.index()] && !doomed[edge.to.index()]
                    }
                };
                let has_exit = members.iter().flat_map(|&it| function.leaving(it)).any(leaves);
                let around = parent.is_some_and(|it| nest.loops[it.0 as usize].can_be_left);
                let head = head(function, &members, &is_member);
                nest.loops.push(Loop { parent, head, can_be_left: has_exit || around });
                members.iter().for_each(|it| nest.innermost[it.index()] = Some(id));
                open.push((members.into_iter().filter(|&it| it != head).collect(), Some(id)));
            }
        }
        nest
    }

    /// The innermost loop that a location is in.
    pub fn innermost(&self, location: Location) -> Option<LoopId> {
        self.innermost[location.index()]
    }

    /// The head of a loop.
    pub fn head(&self, id: LoopId) -> Location {
        self.loops[id.0 as usize].head
    }

    /// Whether a location is in a loop, be it in one inside of it.
    pub fn is_inside(&self, location: Location, id: LoopId) -> bool {
        self.common(self.innermost(location), Some(id)) == Some(id)
    }

    /// The innermost loop around both.
    pub fn common(&self, mut one: Option<LoopId>, mut other: Option<LoopId>) -> Option<LoopId> {
        while one != other {
            // Those further inside have larger numbers.
            if one > other {
                one = self.loops[one?.0 as usize].parent;
            } else {
                other = self.loops[other?.0 as usize].parent;
            }
        }
        one
    }

    /// Whether this loop or one around it has an exit.
    pub fn can_be_left(&self, id: LoopId) -> bool {
        self.loops[id.0 as usize].can_be_left
    }
}

/// For each function the locations from which every way ends in a failing assertion, in `abort`, or at a bound.
fn doomed(program: &Program) -> Vec<Vec<bool>> {
    let mut doomed: Vec<Vec<bool>> = program.functions.iter().map(|it| vec![false; it.locations as usize]).collect();
    loop {
        let mut has_changed = false;
        for (index, function) in program.functions.iter().enumerate() {
            // Backwards, as locations are mostly numbered in the order in which they are come to.
            for location in (0..function.locations).rev().map(Location) {
                if doomed[index][location.index()] {
                    continue;
                }
                let leaving = function.leaving(location);
                let is_doomed = |edge: &Edge| match &edge.action {
                    Action::Return(_) | Action::Stop(Stop::ThreadExit(_)) => false,
                    Action::Stop(_) => true,
                    Action::Call { callee: Callee::Direct(callee), .. }
                        if doomed[callee.index()][program.functions[callee.index()].entry.index()] =>
                    {
                        true
                    }
                    Action::Skip | Action::Assign(..) | Action::Visible(_) | Action::Call { .. } => {
                        doomed[index][edge.to.index()]
                    }
                };
                if !leaving.is_empty() && leaving.iter().all(is_doomed) {
                    doomed[index][location.index()] = true;
                    has_changed = true;
                }
            }
        }
        if !has_changed {
            return doomed;
        }
    }
}

/// Of the locations through which a component is entered the first.
fn head(function: &Function, members: &[Location], is_member: &[bool]) -> Location {
    let is_entered = |location: Location| {
        location == function.entry
            || function.edges.iter().any(|it| it.to == location && !it.ends() && !is_member[it.from.index()])
    };
    // A component that cannot be reached has no entrance.
    members.iter().copied().filter(|&it| is_entered(it)).min().unwrap_or(members[0])
}

/// The strongly connected components of a part of the automaton that have a cycle.
fn cycles(function: &Function, within: &[Location]) -> Vec<Vec<Location>> {
    let mut is_within = vec![false; function.locations as usize];
    within.iter().for_each(|it| is_within[it.index()] = true);
    let successors = |location: u32| -> Vec<u32> {
        let inside = |it: &&Edge| !it.ends() && is_within[it.to.index()];
        let leaving = if is_within[location as usize] { function.leaving(Location(location)) } else { &[] };
        leaving.iter().filter(inside).map(|it| it.to.0).collect()
    };
    let mut members: BTreeMap<u32, Vec<Location>> = BTreeMap::new();
    for (location, component) in components::of(function.locations, &successors).into_iter().enumerate() {
        members.entry(component).or_default().push(Location(location as u32));
    }
    let has_cycle = |it: &Vec<Location>| it.len() > 1 || successors(it[0].0).contains(&it[0].0);
    members.into_values().filter(has_cycle).collect()
}

#[cfg(test)]
mod tests {
    use super::super::testing::{main, program};
    use super::*;

    /// For each location of the last function how many loops it is in, and whether the innermost can be left.
    fn nest(program: &Program) -> Vec<(usize, bool)> {
        let nest = LoopNest::of(program).pop().expect("there is a function");
        let function = program.functions.last().expect("there is a function");
        let depth = |mut id: Option<LoopId>| {
            let mut depth = 0;
            while let Some(it) = id {
                (depth, id) = (depth + 1, nest.loops[it.0 as usize].parent);
            }
            depth
        };
        let of = |it| (depth(nest.innermost(it)), nest.innermost(it).is_some_and(|it| nest.can_be_left(it)));
        (0..function.locations).map(Location).map(of).collect()
    }

    #[test]
    fn a_loop_inside_a_server_can_be_left_and_the_server_cannot() {
        let server = main(
            "reg %a : i32
             l0 -> l1: skip
             l1 -> l2: %a = load.4 [&@x] sc
             l2 -> l1 if (eq %a 0): skip  l2 -> l3 unless (eq %a 0): skip
             l3 -> l0: store.4 [&@x] 0 sc",
        );
        assert_eq!(nest(&server), [(1, false), (2, true), (2, true), (1, false)]);
    }

    #[test]
    fn a_failing_assertion_is_no_exit_and_a_return_is() {
        let fails = main(
            "reg %a : i32
             l0 -> l1: %a = load.4 [&@x] sc
             l1 -> l2 if (eq %a 7): skip  l1 -> l0 unless (eq %a 7): skip
             l2: stop fail \"no\"",
        );
        assert_eq!(nest(&fails), [(1, false), (1, false), (0, false)]);
        let returns = main(
            "reg %a : i32
             l0 -> l1: %a = load.4 [&@x] sc
             l1 -> l2 if (eq %a 7): skip  l1 -> l0 unless (eq %a 7): skip
             l2: return",
        );
        assert_eq!(nest(&returns), [(1, true), (1, true), (0, false)]);
    }

    #[test]
    fn a_function_that_only_aborts_is_no_exit() {
        let dies = program(
            "global @x : i32
             function @die() { l0: stop exit }
             function @main() entry { reg %a : i32
               l0 -> l1: %a = load.4 [&@x] sc
               l1 -> l2 if (eq %a 7): skip  l1 -> l0 unless (eq %a 7): skip
               l2 -> l3: call @die()  l3: return }",
        );
        assert_eq!(nest(&dies)[0], (1, false));
    }

    #[test]
    fn a_loop_that_cannot_be_left_is_not_inside_of_one_that_can() {
        let stays = main(
            "reg %a : i32
             l0 -> l1: %a = load.4 [&@x] sc
             l1 -> l2 if (eq %a 7): skip  l1 -> l3 unless (eq %a 7): skip
             l2 -> l2: store.4 [&@x] 0 sc
             l3 -> l0 if (eq %a 1): skip  l3 -> l4 unless (eq %a 1): skip
             l4: return",
        );
        assert_eq!(nest(&stays), [(1, true), (1, true), (1, false), (1, true), (0, false)]);
    }
}
