//! Whether some thread hangs in a bottom component of the graph of states.
//!
//! The section *Hangs* of `docs/semantics.md`, for states that lead to one another and to nothing else: every continuation of
//! one of them is a walk among them. So a thread hangs if it can make no step in any of them, or if all locations that it
//! visits, in a frame that it never leaves, are in one loop that has an exit.

use super::report::End;
use super::state::{Path, Pending, State, Thread};
use super::step::Oracle;
use ir::{Action, Callee, Function, FunctionId, Location, Program, Stop};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// What a thread was seen to do.
#[derive(Default)]
struct Seen {
    has_moved: bool,
    /// How many frames it has kept all the time.
    kept: usize,
    /// The locations that it has visited, by the depth of the frame.
    visited: BTreeMap<usize, (FunctionId, BTreeSet<Location>)>,
}

/// Whether some thread hangs in these states, which lead to one another and to nothing else.
pub(super) fn some_thread_hangs(oracle: &mut Oracle<'_>, states: &[Rc<State>]) -> bool {
    let first = &states[0];
    let goes_on = |thread: &Thread| match thread {
        Thread::Running(_) | Thread::Ended { end: End::Returned(_), .. } => true,
        Thread::Ended { .. } => false,
    };
    if !states.iter().all(|it| it.threads.values().all(goes_on)) || entry_returned(first) {
        return false;
    }
    let running: Vec<Path> =
        first.threads.iter().filter(|it| matches!(it.1, Thread::Running(_))).map(|it| it.0.clone()).collect();
    let seen: BTreeMap<Path, Seen> = running.into_iter().map(|it| (it.clone(), watch(oracle, states, &it))).collect();
    seen.keys().any(|it| hangs(oracle, first, &seen, it, &mut BTreeSet::new()))
}

/// Whether the first thread has ended by return.
pub(super) fn entry_returned(state: &State) -> bool {
    matches!(state.threads[&Path::new()], Thread::Ended { end: End::Returned(_), by_return: true, .. })
}

fn hangs(
    oracle: &Oracle<'_>,
    state: &State,
    seen: &BTreeMap<Path, Seen>,
    path: &Path,
    asked: &mut BTreeSet<Path>,
) -> bool {
    if !asked.insert(path.clone()) {
        return true;
    }
    let own = &seen[path];
    if own.has_moved {
        return own.visited.iter().any(|(&depth, (function, visited))| {
            depth <= own.kept
                && loops(oracle.program, *function).iter().any(|it| it.has_exit && visited.is_subset(&it.locations))
        });
    }
    let Thread::Running(running) = &state.threads[path] else { return false };
    match running.pending {
        Some(Pending::Join { handle, .. }) => match oracle.names.thread(handle) {
            Some(target) if seen.contains_key(target) => hangs(oracle, state, seen, &target.clone(), asked),
            Some(_) | None => true,
        },
        _ => true,
    }
}

/// Lets a thread make all of its steps in these states.
fn watch(oracle: &mut Oracle<'_>, states: &[Rc<State>], path: &Path) -> Seen {
    let mut seen = Seen { kept: usize::MAX, ..Seen::default() };
    for state in states {
        let Thread::Running(running) = &state.threads[path] else { continue };
        seen.kept = seen.kept.min(running.stack.len());
        // The frames below the current one are in the middle of a call.
        for (depth, frames) in running.stack.windows(2).enumerate() {
            let (function, visited) = (frames[0].function, frames[1].called_from);
            seen.visited.entry(depth + 1).or_insert((function, BTreeSet::new())).1.insert(visited);
        }
        oracle.trail = Some(Vec::new());
        let next = oracle.step(state, path).states;
        seen.has_moved |= !next.is_empty();
        for (of, depth, function, location) in oracle.trail.take().unwrap_or_default() {
            if of == *path {
                seen.kept = seen.kept.min(depth);
                seen.visited.entry(depth).or_insert((function, BTreeSet::new())).1.insert(location);
            }
        }
    }
    seen
}

struct Loop {
    locations: BTreeSet<Location>,
    has_exit: bool,
}

/// The loops of a function.
fn loops(program: &Program, function: FunctionId) -> Vec<Loop> {
    let automaton = &program.functions[function.index()];
    let mut loops = Vec::new();
    let whole: BTreeSet<Location> = (0..automaton.locations).map(Location).collect();
    let mut open = vec![whole];
    while let Some(part) = open.pop() {
        let reach: BTreeMap<Location, BTreeSet<Location>> =
            part.iter().map(|&it| (it, reachable(automaton, it, &part))).collect();
        let mut done = BTreeSet::new();
        for &location in &part {
            let locations: BTreeSet<Location> = reach[&location]
                .iter()
                .copied()
                .filter(|it| reach[&location].contains(it) && reach[it].contains(&location))
                .collect();
            if locations.is_empty() || !done.insert(locations.clone()) {
                continue;
            }
            let enters = |&&it: &&Location| {
                it == automaton.entry
                    || automaton
                        .edges
                        .iter()
                        .any(|edge| edge.to == it && !edge.ends() && !locations.contains(&edge.from))
            };
            let head = locations.iter().find(enters).or(locations.first()).copied();
            open.push(locations.iter().copied().filter(|&it| Some(it) != head).collect());
            let has_exit = has_exit(program, automaton, &locations);
            loops.push(Loop { locations, has_exit });
        }
    }
    loops
}

/// The locations that a location leads to, by at least one edge, within a part of the automaton.
fn reachable(automaton: &Function, start: Location, part: &BTreeSet<Location>) -> BTreeSet<Location> {
    let mut reached = BTreeSet::new();
    let mut open = vec![start];
    while let Some(at) = open.pop() {
        for edge in automaton.leaving(at).iter().filter(|it| !it.ends() && part.contains(&it.to)) {
            if reached.insert(edge.to) {
                open.push(edge.to);
            }
        }
    }
    reached
}

fn has_exit(program: &Program, automaton: &Function, locations: &BTreeSet<Location>) -> bool {
    let alive = alive(program);
    let index = program.functions.iter().position(|it| std::ptr::eq(it, automaton)).expect("it is one of them");
    let edges = locations.iter().flat_map(|&it| automaton.leaving(it));
    edges.into_iter().any(|edge| match &edge.action {
        Action::Return(_) | Action::Stop(Stop::ThreadExit(_)) => true,
        Action::Stop(_) => false,
        _ => !locations.contains(&edge.to) && alive.contains(&(index, edge.to)),
    })
}

/// The locations from which some way goes on for ever, or ends otherwise than by giving up.
fn alive(program: &Program) -> BTreeSet<(usize, Location)> {
    let all = program.functions.iter().enumerate();
    let mut alive: BTreeSet<(usize, Location)> =
        all.flat_map(|(index, it)| (0..it.locations).map(move |location| (index, Location(location)))).collect();
    loop {
        let is_alive = |&(index, location): &(usize, Location)| {
            let leaving = program.functions[index].leaving(location);
            leaving.is_empty()
                || leaving.iter().any(|edge| match &edge.action {
                    Action::Return(_) | Action::Stop(Stop::ThreadExit(_)) => true,
                    Action::Stop(_) => false,
                    Action::Call { callee: Callee::Direct(callee), .. } => {
                        let entry = program.functions[callee.index()].entry;
                        alive.contains(&(callee.index(), entry)) && alive.contains(&(index, edge.to))
                    }
                    _ => alive.contains(&(index, edge.to)),
                })
        };
        let left: BTreeSet<_> = alive.iter().filter(|it| is_alive(it)).copied().collect();
        if left.len() == alive.len() {
            return alive;
        }
        alive = left;
    }
}
