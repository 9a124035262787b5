//! Coalescing: a temporary register that carries one value from one edge to the next disappears.
//!
//! Let `t` be no parameter, set by exactly one edge and read at exactly one place (the guards `If c` and `Unless c` of
//! one location are one place), and let the reading edge follow directly: nothing but the setting edge leads to where
//! it starts. Then nobody can see `t`, and
//!
//! * *retargeting*: `t = load …; x = t` becomes `x = load …`, for every action that sets a register. The operands are
//!   evaluated before `x` changes, so they may mention it.
//! * *forwarding*: `t = e; … t …` becomes `skip; … e …`, if `e` cannot fault. Between the two edges no register changes
//!   but `t`, so `e` has the same value. If it could fault, the fault might move behind another one of the same edge,
//!   or vanish in the side of a selection that is not taken.
//! * *dead values*: `t = e` becomes `skip` if nobody reads `t` at all and `e` cannot fault.
//!
//! The conditions are about the text of one function and need no data-flow analysis; front ends make their temporaries
//! in just this way. Runs of [`mod@super::simplify`] remove the empty steps and repeat it as long as it finds
//! something.

use super::walk;
use crate::syntax::*;
use crate::text::MAX_DEPTH;

/// Whether anything changed: then fewer edges set a register than before.
pub(super) fn coalesce(function: &mut Function) -> bool {
    let mut census = Census::of(function);
    let mut dropped = vec![false; function.edges.len()];
    let mut changed = false;
    for index in 0..function.edges.len() {
        if dropped[index] {
            continue;
        }
        // The edge that takes the place of two may be the first of another two.
        while retarget(function, &mut census, &mut dropped, index) {
            changed = true;
        }
        changed |= forward(function, &mut census, index);
    }
    let mut index = 0;
    function.edges.retain(|_| {
        index += 1;
        !dropped[index - 1]
    });
    changed
}

/// Who mentions what.
struct Census {
    reads: Vec<u32>,
    writes: Vec<u32>,
    /// How many ways lead to a location: edges, and the start of the function.
    ways_in: Vec<u32>,
}

impl Census {
    fn of(function: &Function) -> Census {
        let mut census = Census {
            reads: vec![0; function.registers.len()],
            writes: vec![0; function.registers.len()],
            ways_in: vec![0; function.locations as usize],
        };
        census.writes[..function.parameters as usize].fill(1);
        census.ways_in[function.entry.index()] = 1;
        for edge in &function.edges {
            for expr in read_by(edge) {
                expr.for_each_register(&mut |it| census.reads[it.index()] += 1);
            }
            if let Some(register) = walk::written(&edge.action) {
                census.writes[register.index()] += 1;
            }
            if !edge.ends() {
                census.ways_in[edge.to.index()] += 1;
            }
        }
        census
    }
}

/// The expressions of an edge; the condition of an `Unless` is the one of the `If` and not counted again.
fn read_by(edge: &Edge) -> impl Iterator<Item = &Expr> {
    let condition = match &edge.guard {
        Guard::If(condition) => Some(condition),
        Guard::Always | Guard::Unless(_) => None,
    };
    condition.into_iter().chain(walk::operands(&edge.action))
}

/// The register that the edge sets, if it is a temporary as defined above but for the place where it is read.
fn temporary(function: &Function, census: &Census, edge: &Edge) -> Option<RegisterId> {
    let register = *walk::written(&edge.action)?;
    let is_temporary = register.0 >= function.parameters
        && census.writes[register.index()] == 1
        && census.reads[register.index()] <= 1
        && census.ways_in[edge.to.index()] == 1;
    is_temporary.then_some(register)
}

fn indices_leaving(function: &Function, location: Location) -> std::ops::Range<usize> {
    let start = function.edges.partition_point(|it| it.from < location);
    start..start + function.edges[start..].iter().take_while(|it| it.from == location).count()
}

fn retarget(function: &mut Function, census: &mut Census, dropped: &mut [bool], index: usize) -> bool {
    let edge = &function.edges[index];
    let Some(temporary) = temporary(function, census, edge) else { return false };
    let following = indices_leaving(function, edge.to);
    let second = following.start;
    if following.len() != 1 || dropped[second] || second == index {
        return false;
    }
    let (to, dest) = match &function.edges[second] {
        Edge { guard: Guard::Always, action: Action::Assign(dest, Expr::Register(source)), to, .. }
            if *source == temporary && *dest != temporary =>
        {
            (*to, *dest)
        }
        _ => return false,
    };
    dropped[second] = true;
    census.reads[temporary.index()] = 0;
    census.writes[temporary.index()] = 0;
    census.ways_in[function.edges[index].to.index()] = 0;
    let edge = &mut function.edges[index];
    edge.to = to;
    *walk::written_mut(&mut edge.action).expect("sets the temporary") = dest;
    true
}

fn forward(function: &mut Function, census: &mut Census, index: usize) -> bool {
    let edge = &function.edges[index];
    let Some(register) = walk::written(&edge.action).copied() else { return false };
    let Action::Assign(_, value) = &edge.action else { return false };
    if value.can_fault() {
        return false;
    }
    if census.reads[register.index()] > 0 {
        let Some(temporary) = temporary(function, census, edge) else { return false };
        let following = indices_leaving(function, edge.to);
        if !can_replace(&function.edges[following.clone()], temporary, value) {
            return false;
        }
        let value = value.clone();
        for edge in &mut function.edges[following] {
            replace(edge, temporary, &value);
        }
    } else {
        // Nobody reads it; what it was computed from is read once less.
        value.for_each_register(&mut |it| census.reads[it.index()] -= 1);
    }
    census.reads[register.index()] = 0;
    census.writes[register.index()] -= 1;
    function.edges[index].action = Action::Skip;
    true
}

/// Whether these edges read the register, at one place, and stay within the allowed depth if `value` stands there.
fn can_replace(edges: &[Edge], register: RegisterId, value: &Expr) -> bool {
    let mut reads = 0;
    for expr in edges.iter().flat_map(read_by) {
        let before = reads;
        expr.for_each_register(&mut |it| reads += u32::from(it == register));
        if reads > before && walk::depth(expr) + walk::depth(value) > MAX_DEPTH {
            return false;
        }
    }
    reads == 1
}

fn replace(edge: &mut Edge, register: RegisterId, value: &Expr) {
    for expr in walk::expressions_mut(edge) {
        walk::for_each_leaf_mut(expr, &mut |leaf| {
            if *leaf == Expr::Register(register) {
                *leaf = value.clone();
            }
        });
    }
}

#[cfg(test)]
mod tests {
    use super::super::simplify;
    use super::super::testing::{assert_body, main};

    #[track_caller]
    fn assert_coalesced(body: &str, expected: &str) {
        let mut program = main(body);
        simplify(&mut program);
        assert_body(&program, expected);
    }

    #[test]
    fn a_copy_behind_a_load_is_merged() {
        assert_coalesced(
            "reg %t : i64 reg %x : i64
             l0 -> l1: %t = load.8 [%x] na !0:1:1+1  l1 -> l2: %x = %t  l2 -> l3: store.8 [&@p] %x na  l3 -> l4: store.8 [&@p] %x na
             l4: return",
            "reg %x : i64
             l0 -> l1: %x = load.8 [%x] na !0:1:1+1
             l1 -> l2: store.8 [&@p] %x na
             l2 -> l3: store.8 [&@p] %x na
             l3: return",
        );
    }

    #[test]
    fn a_value_moves_into_its_only_use() {
        assert_coalesced(
            "reg %a : i32 reg %t : i32 reg %u : i32 reg %b : u1
             l0 -> l1: %a = load.4 [&@x] na
             l1 -> l2: %t = (add %a 1)
             l2 -> l3: %u = (mul %t 3)
             l3 -> l4: %b = (slt %u 7)
             l4 -> l5 if %b: skip
             l4 unless %b: stop assume
             l5: return",
            "reg %a : i32
             l0 -> l1: %a = load.4 [&@x] na
             l1 -> l2 if (slt (mul (add %a 1) 3) 7): skip
             l1 unless (slt (mul (add %a 1) 3) 7): stop assume
             l2: return",
        );
    }

    #[test]
    fn a_fault_does_not_move() {
        let body = "reg %a : i32
             reg %t : i32
             l0 -> l1: %a = load.4 [&@x] na
             l1 -> l2: %t = (divs 1 %a)
             l2 -> l3: store.4 [&@x] (adds %a %t) na
             l3: return";
        assert_coalesced(body, body);
    }

    #[test]
    fn what_is_read_elsewhere_or_reached_otherwise_stays() {
        let twice = "reg %t : i32
             reg %x : i32
             l0 -> l1: %t = load.4 [&@x] na
             l1 -> l2: %x = %t
             l2 -> l3: store.4 [&@x] %t na
             l3 -> l4: store.4 [&@y] %x na
             l4 -> l5: store.4 [&@y] %x na
             l5: return";
        assert_coalesced(twice, twice);
        let joined = "reg %t : i32
             reg %x : i32
             l0 -> l1 if (slt %x 3): %t = load.4 [&@x] na
             l0 -> l1 unless (slt %x 3): store.4 [&@x] 1 na
             l1 -> l2: %x = %t
             l2 -> l0: store.4 [&@y] %x na";
        assert_coalesced(joined, joined);
    }

    #[test]
    fn nobody_reads_so_nobody_computes() {
        assert_coalesced(
            "reg %t : i32 reg %u : i32 reg %v : i32
             l0 -> l1: %t = 5  l1 -> l2: %u = (add %t 1)  l2 -> l3: %v = (adds %t 1)  l3 -> l4: %t = load.4 [&@x] na  l4: return",
            "reg %t : i32
             reg %v : i32
             l0 -> l1: %t = 5
             l1 -> l2: %v = (adds %t 1)
             l2 -> l3: %t = load.4 [&@x] na
             l3: return",
        );
    }
}
