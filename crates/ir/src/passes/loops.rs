//! Loop bounds: after this pass no loop runs its back edges more than `bound` times for each time it is entered; the
//! thread is then stopped as *cut*, and the verdict's scope says so.
//!
//! A depth-first search from the entry finds the *retreating* edges, those that lead to a location on the search's
//! current path. In a program without `goto` these are the back edges of its loops and their targets the loop heads.
//! For each head there is a counter, a new register of 32 bits:
//!
//! * a retreating edge into the head does what it did, and then either stops (counter = bound) or adds 1;
//! * another edge into the head resets the counter to 0. This is left out where nothing but the function's start can
//!   come before it, i.e. where the edge cannot be reached from the head: registers are 0 then.
//!
//! **Every run ends**, even if `goto` jumps into the middle of a loop and the flow graph is irreducible. Number the
//! locations by reverse postorder of the search: retreating edges are exactly those that do not lead to a larger
//! number. Suppose a function ran for ever. Let `h` be the location with the smallest number among those that it visits
//! infinitely often. From some moment on it visits only such locations, so it comes to `h` only from numbers not
//! smaller than that of `h`, which means by retreating edges only. From then on nothing resets the counter of `h`, each
//! visit adds 1, and after `bound` of them the thread stops. (A call counts as one step: recursion is not bounded
//! here.)
//!
//! In an irreducible graph it depends on the order of the search which location of a loop is the head, and so which
//! executions `bound` keeps; raising it keeps more of them, and in the end every finite one.
//!
//! The action of the retreating edge comes before the cut, not after, so a bound of `n` runs the body `n + 1` times and
//! keeps what its last round does. The stop has the span of the retreating edge.

use super::rounds::{End, Loop, rounds};
use super::walk;
use crate::syntax::*;
use std::collections::BTreeSet;

/// The registers that count the rounds of loops, for each function.
pub type Counters = Vec<Vec<RegisterId>>;

/// So many rounds a loop may make at least in which a thread waits, as its text shows: it takes two to see that it comes back
/// and does nothing else.
const LEAST_WAITING: u32 = 2;

/// Bounds every loop of every function.
pub fn bound_loops(program: &mut Program, bound: u32) -> Counters {
    let awaited = awaited(program);
    let functions = program.functions.iter_mut().zip(awaited);
    let bounds = |it: Location, awaited: &BTreeSet<Location>| {
        Some(if awaited.contains(&it) { bound.max(LEAST_WAITING) } else { bound })
    };
    functions.map(|(function, awaited)| bound_function(function, &|it| bounds(it, &awaited))).collect()
}

/// The same but for loops in which a thread waits, as their text shows: a round of them changes nothing.
pub fn bound_busy_loops(program: &mut Program, bound: u32) {
    let awaited = awaited(program);
    for (function, awaited) in program.functions.iter_mut().zip(awaited) {
        bound_function(function, &|it| (!awaited.contains(&it)).then_some(bound));
    }
}

/// The heads of the loops of each function in which a thread waits, as their text shows.
fn awaited(program: &Program) -> Vec<BTreeSet<Location>> {
    let heads = |loops: &Vec<Loop>| loops.iter().filter(|it| it.end == End::Awaited).map(|it| it.head).collect();
    rounds(program).iter().map(heads).collect()
}

/// Whether the function has a loop that its entry can reach.
pub fn has_loops(function: &Function) -> bool {
    retreating(function).contains(&true)
}

/// The functions that can call themselves, directly or through others. An indirect call may call any function whose
/// address is taken somewhere.
pub fn recursive_functions(program: &Program) -> Vec<FunctionId> {
    let calls = call_graph(program);
    let is_recursive = |start: usize| {
        let mut seen = vec![false; calls.len()];
        let mut open = calls[start].clone();
        while let Some(function) = open.pop() {
            if !std::mem::replace(&mut seen[function], true) {
                open.extend(&calls[function]);
            }
        }
        seen[start]
    };
    (0..calls.len()).filter(|it| is_recursive(*it)).map(|it| FunctionId(it as u32)).collect()
}

fn call_graph(program: &Program) -> Vec<Vec<usize>> {
    let mut taken = vec![false; program.functions.len()];
    let mut take = |base: &Base| {
        if let Base::Function(function) = base {
            taken[function.index()] = true;
        }
    };
    program.globals.iter().flat_map(|it| &it.init.addresses).for_each(|(_, base, _)| take(base));
    for expr in program.functions.iter().flat_map(|it| &it.edges).flat_map(walk::expressions) {
        walk::for_each_leaf(expr, &mut |leaf| {
            if let Expr::Address(base, _) = leaf {
                take(base);
            }
        });
    }
    let taken: Vec<usize> = (0..taken.len()).filter(|it| taken[*it]).collect();
    let mut calls = vec![Vec::new(); program.functions.len()];
    for (index, function) in program.functions.iter().enumerate() {
        for edge in &function.edges {
            match &edge.action {
                Action::Call { callee: Callee::Direct(callee), .. } => calls[index].push(callee.index()),
                Action::Call { callee: Callee::Indirect(_), .. } => calls[index].extend(&taken),
                _ => {}
            }
        }
    }
    calls
}

/// Bounds the loops of a function, each by its head; the counters.
fn bound_function(function: &mut Function, bound: &dyn Fn(Location) -> Option<u32>) -> Vec<RegisterId> {
    let mut retreats = retreating(function);
    for (edge, retreats) in function.edges.iter().zip(&mut retreats) {
        *retreats &= bound(edge.to).is_some();
    }
    let mut counters: Vec<Option<RegisterId>> = vec![None; function.locations as usize];
    let mut inside: Vec<Vec<bool>> = vec![Vec::new(); function.locations as usize];
    for index in (0..retreats.len()).filter(|it| retreats[*it]) {
        let head = function.edges[index].to;
        if counters[head.index()].is_none() {
            counters[head.index()] = Some(add_counter(function));
            inside[head.index()] = reachable_from(function, head);
        }
    }
    let mut edges = Vec::with_capacity(function.edges.len());
    for (mut edge, retreats) in std::mem::take(&mut function.edges).into_iter().zip(retreats) {
        let head = edge.to;
        let (Some(counter), Some(most)) = (counters[head.index()].filter(|_| !edge.ends()), bound(head)) else {
            edges.push(edge);
            continue;
        };
        if !retreats {
            if inside[head.index()][edge.from.index()] {
                reset(function, &mut edges, edge, counter);
            } else {
                edges.push(edge);
            }
            continue;
        }
        // from --edge--> check; check --counter == bound--> cut; check --otherwise--> counter + 1, head
        let check = add_location(function);
        let span = edge.span;
        edge.to = check;
        edges.push(edge);
        let width = Width(32);
        let is_last = Expr::binary(
            Binary::Equal,
            Expr::Register(counter),
            Expr::Const(width, u64::from(most).saturating_sub(planted::bug!(OneRoundLess).into())),
        );
        let next = Expr::binary(Binary::Add, Expr::Register(counter), Expr::Const(width, 1));
        let (yes, no) = (Guard::If(is_last.clone()), Guard::Unless(is_last));
        edges.push(Edge { from: check, to: check, guard: yes, action: Action::Stop(Stop::Cut), span });
        edges.push(Edge { from: check, to: head, guard: no, action: Action::Assign(counter, next), span });
    }
    // Stable, so an `If` stays before its `Unless`.
    edges.sort_by_key(|it| it.from);
    function.edges = edges;
    counters.into_iter().flatten().collect()
}

/// Adds the edge, with the counter set to 0 behind it.
fn reset(function: &mut Function, edges: &mut Vec<Edge>, edge: Edge, counter: RegisterId) {
    assign_behind(function, edges, edge, Action::Assign(counter, Expr::Const(Width(32), 0)));
}

/// Adds the edge, with an assignment behind it.
pub(super) fn assign_behind(function: &mut Function, edges: &mut Vec<Edge>, mut edge: Edge, assign: Action) {
    if edge.action == Action::Skip {
        edge.action = assign;
        edges.push(edge);
        return;
    }
    let (between, head, span) = (add_location(function), edge.to, edge.span);
    edge.to = between;
    edges.push(edge);
    edges.push(Edge { from: between, to: head, guard: Guard::Always, action: assign, span });
}

fn add_location(function: &mut Function) -> Location {
    function.locations += 1;
    Location(function.locations - 1)
}

fn add_counter(function: &mut Function) -> RegisterId {
    let is_free = |name: &String| function.registers.iter().all(|it| it.name != *name);
    let name = (0..).map(|it| format!("loop.{it}")).find(is_free).expect("some number is free");
    function.registers.push(Register { name, width: Width(32), kind: Kind::Unsigned });
    RegisterId(function.registers.len() as u32 - 1)
}

fn reachable_from(function: &Function, start: Location) -> Vec<bool> {
    let mut seen = vec![false; function.locations as usize];
    let mut open = vec![start];
    while let Some(location) = open.pop() {
        if !std::mem::replace(&mut seen[location.index()], true) {
            open.extend(function.leaving(location).iter().filter(|it| !it.ends()).map(|it| it.to));
        }
    }
    seen
}

/// For each edge, whether it leads to a location on the path by which a depth-first search came to it.
pub(super) fn retreating(function: &Function) -> Vec<bool> {
    #[derive(Clone, Copy, PartialEq)]
    enum State {
        New,
        OnPath,
        Done,
    }
    let mut retreats = vec![false; function.edges.len()];
    let mut state = vec![State::New; function.locations as usize];
    let first = |location: Location| function.edges.partition_point(|it| it.from < location);
    let mut path = vec![(function.entry, first(function.entry))];
    state[function.entry.index()] = State::OnPath;
    while let Some((location, index)) = path.last_mut() {
        let Some(edge) = function.edges.get(*index).filter(|it| it.from == *location) else {
            state[location.index()] = State::Done;
            path.pop();
            continue;
        };
        let current = *index;
        *index += 1;
        if edge.ends() {
            continue;
        }
        match state[edge.to.index()] {
            State::OnPath => retreats[current] = true,
            State::Done => {}
            State::New => {
                state[edge.to.index()] = State::OnPath;
                path.push((edge.to, first(edge.to)));
            }
        }
    }
    retreats
}

#[cfg(test)]
mod tests {
    use super::super::testing::{assert_body, main, program};
    use super::{bound_loops, has_loops, recursive_functions};

    #[track_caller]
    fn assert_bounded(body: &str, bound: u32, expected: &str) {
        let mut program = main(body);
        assert!(has_loops(&program.functions[0]));
        bound_loops(&mut program, bound);
        assert_body(&program, expected);
    }

    #[test]
    fn a_loop_gets_a_counter_that_needs_no_reset() {
        assert_bounded(
            "reg %i : i32
             l0 -> l1: %i = 0
             l1 -> l2 if (slt %i 9): %i = (add %i 1)
             l1 -> l3 unless (slt %i 9): skip
             l2 -> l1: store.4 [&@x] %i na !0:5:1+3
             l3: return",
            4,
            "reg %i : i32
             reg %loop.0 : u32
             l0 -> l1: %i = 0
             l1 -> l2 if (slt %i 9): %i = (add %i 1)
             l1 -> l3 unless (slt %i 9): skip
             l2 -> l4: store.4 [&@x] %i na !0:5:1+3
             l3: return
             l4 if (eq %loop.0 4): stop cut !0:5:1+3
             l4 -> l1 unless (eq %loop.0 4): %loop.0 = (add %loop.0 1) !0:5:1+3",
        );
    }

    #[test]
    fn an_inner_loop_is_reset_from_the_outer_one() {
        assert_bounded(
            "reg %loop.0 : i8
             l0 -> l1: skip
             l1 -> l2: store.4 [&@x] 1 na
             l2 -> l2 if (eq %loop.0 0): skip
             l2 -> l1 unless (eq %loop.0 0): skip",
            0,
            "reg %loop.0 : i8
             reg %loop.1 : u32
             reg %loop.2 : u32
             l0 -> l1: skip
             l1 -> l3: store.4 [&@x] 1 na
             l2 -> l4 if (eq %loop.0 0): skip
             l2 -> l5 unless (eq %loop.0 0): skip
             l3 -> l2: %loop.1 = 0
             l4 if (eq %loop.1 0): stop cut
             l4 -> l2 unless (eq %loop.1 0): %loop.1 = (add %loop.1 1)
             l5 if (eq %loop.2 0): stop cut
             l5 -> l1 unless (eq %loop.2 0): %loop.2 = (add %loop.2 1)",
        );
    }

    #[test]
    fn code_that_does_not_loop_stays_as_it_is() {
        let body = "reg %i : i32
             l0 -> l1 if (slt %i 9): skip
             l0 -> l1 unless (slt %i 9): store.4 [&@x] 1 na
             l1: return";
        let mut program = main(body);
        assert!(!has_loops(&program.functions[0]));
        bound_loops(&mut program, 0);
        assert_body(&program, body);
    }

    #[test]
    fn recursion_is_found_through_addresses() {
        let program = program(
            "global @table : [1 x ptr] = addresses { 0: &@c }
             function @a() { l0 -> l1: call @a() l1: return }
             function @b() { l0 -> l1: call [0]() l1: return }
             function @c() { l0 -> l1: call @b() l1: return }
             function @d() { l0 -> l1: call @c() l1: return }
             function @main() entry { l0 -> l1: call @d() l1: return }",
        );
        let names = recursive_functions(&program).into_iter().map(|it| program.functions[it.index()].name.as_str());
        assert_eq!(names.collect::<Vec<_>>(), ["a", "b", "c"]);
    }
}
