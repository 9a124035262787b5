//! Simplification: fewer locations, edges and registers, the same behaviour.
//!
//! A front end may be naive: it emits a step for every sub-expression, joins control by empty steps, and leaves code
//! behind a `return`. Every local step that is left costs the explorer time at every visit, so it is worth removing: 16
//! local steps for each event double the cost of an exploration (`notes/speed.md`). In this order, until nothing
//! changes:
//!
//! 1. Expressions are folded ([`super::fold`]).
//! 2. A branch on a constant becomes a plain edge; so does a branch whose two edges do nothing and meet again, unless
//!    its condition can fault.
//! 3. An edge that does nothing, at any time, is contracted: whoever led to its start leads to its end. A loop of such
//!    edges stays, as one edge from a location to itself: it is a thread that never ends, which is not the same as
//!    none. So does an edge from the head of a loop to the head of one inside of it: of a loop that is in another one it
//!    has to be known whether it can be left ([`super::loop_nest`]).
//! 4. Locations that cannot be reached are dropped, the others numbered in depth-first preorder from the entry (which
//!    becomes `l0`), the `If` side first.
//! 5. Registers are coalesced (`coalesce.rs`).
//!
//! Finally registers that nothing mentions are dropped, and the others renumbered; parameters stay.
//!
//! Sound because none of this adds, drops or reorders a visible operation, a fault, or an end of a thread: the sequence
//! of those, as a function of the answers to visible operations, is the same before and after. Tests run random
//! programs to compare it. What is lost: values of registers that are gone, and the number of local steps, which a
//! budget may count. Edges keep their spans; the span of a contracted edge goes with it.

use super::{coalesce, fold, loops, walk};
use crate::address::DataModel;
use crate::syntax::*;

/// Simplifies every function. Ids of locations and registers change, those of functions, globals and slots do not.
pub fn simplify(program: &mut Program) {
    for function in &mut program.functions {
        simplify_function(function, program.model);
    }
}

fn simplify_function(function: &mut Function, model: DataModel) {
    loop {
        // Every round but the last has fewer edges, or fewer that set a register.
        let before = function.edges.len();
        fold_expressions(function, model);
        fold_branches(function);
        contract(function);
        keep_reachable(function);
        if function.edges.len() == before && !coalesce::coalesce(function) {
            break;
        }
    }
    drop_registers(function);
}

fn fold_expressions(function: &mut Function, model: DataModel) {
    let mut edges = std::mem::take(&mut function.edges);
    for expr in edges.iter_mut().flat_map(walk::expressions_mut) {
        *expr = fold::fold(std::mem::replace(expr, Expr::FALSE), function, model);
    }
    function.edges = edges;
}

fn fold_branches(function: &mut Function) {
    let mut edges: Vec<Edge> = Vec::with_capacity(function.edges.len());
    for mut edge in std::mem::take(&mut function.edges) {
        let is_second = edges.last().is_some_and(|it| it.from == edge.from);
        match &edge.guard {
            // The edge before was taken at any time.
            Guard::Unless(_) if is_second && edges.last().is_some_and(|it| it.guard == Guard::Always) => continue,
            Guard::If(Expr::Const(_, 0)) | Guard::Unless(Expr::Const(_, 1)) => continue,
            Guard::If(Expr::Const(..)) | Guard::Unless(Expr::Const(..)) => edge.guard = Guard::Always,
            Guard::Unless(condition) if is_second && (planted::bug!(FaultsDropped) || !condition.can_fault()) => {
                let first = edges.last_mut().expect("the other edge");
                if first.action == Action::Skip && edge.action == Action::Skip && first.to == edge.to {
                    first.guard = Guard::Always;
                    continue;
                }
            }
            Guard::Always | Guard::If(_) | Guard::Unless(_) => {}
        }
        edges.push(edge);
    }
    function.edges = edges;
}

fn contract(function: &mut Function) {
    let mut next: Vec<Option<Location>> = vec![None; function.locations as usize];
    for edge in &function.edges {
        if edge.guard == Guard::Always && edge.action == Action::Skip && edge.from != edge.to {
            next[edge.from.index()] = Some(edge.to);
        }
    }
    cut_cycles(&mut next);
    keep_heads_apart(function, &mut next);
    pass_branches(function, &mut next);
    for edge in function.edges.iter_mut().filter(|it| !it.ends()) {
        edge.to = end(&mut next, edge.to);
    }
    function.entry = end(&mut next, function.entry);
}

/// Ends chains at the head of a loop if they go on to the head of another one.
fn keep_heads_apart(function: &Function, next: &mut [Option<Location>]) {
    let mut is_head = vec![false; function.locations as usize];
    for (edge, _) in function.edges.iter().zip(loops::retreating(function)).filter(|it| it.1) {
        is_head[edge.to.index()] = true;
    }
    for head in (0..function.locations).map(Location).filter(|it| is_head[it.index()]) {
        let chain = std::iter::successors(next[head.index()], |it| next[it.index()]);
        if chain.into_iter().any(|it| it != head && is_head[it.index()]) {
            next[head.index()] = None;
        }
    }
}

/// Leads past branches that decide nothing. From the back to the front, as a branch may be the last of a long row of them;
/// what this misses when locations are numbered in another order is found in the next round.
fn pass_branches(function: &Function, next: &mut [Option<Location>]) {
    for pair in function.edges.windows(2).rev() {
        let [yes, no] = pair else { continue };
        let empty = yes.action == Action::Skip && no.action == Action::Skip;
        let decides = walk::condition(&yes.guard).is_none_or(Expr::can_fault);
        if yes.from == no.from && empty && !decides && next[yes.from.index()].is_none() {
            let to = end(next, yes.to);
            if to == end(next, no.to) && to != yes.from {
                next[yes.from.index()] = Some(to);
            }
        }
    }
}

/// Where the chain from a location ends. All of the chain then leads there at once, so that no chain is followed twice.
fn end(next: &mut [Option<Location>], start: Location) -> Location {
    let mut end = start;
    while let Some(to) = next[end.index()] {
        end = to;
    }
    let mut location = start;
    while let Some(to) = next[location.index()] {
        next[location.index()] = Some(end);
        location = to;
    }
    end
}

/// Makes every chain end: a cycle is cut at one of its locations, to which the rest of the cycle then leads.
fn cut_cycles(next: &mut [Option<Location>]) {
    // 0: not seen; otherwise the walk that saw it.
    let mut seen = vec![0; next.len()];
    for start in 0..next.len() {
        let mut at = start;
        while seen[at] == 0 {
            seen[at] = start + 1;
            match next[at] {
                Some(to) => at = to.index(),
                None => break,
            }
        }
        if seen[at] == start + 1 {
            // Either the end of a chain, which has no successor, or the first of a cycle that was seen again.
            next[at] = None;
        }
    }
}

/// Drops what cannot be reached and numbers the rest in depth-first preorder.
pub(super) fn keep_reachable(function: &mut Function) {
    let mut number: Vec<Option<Location>> = vec![None; function.locations as usize];
    let mut order = Vec::new();
    let mut open = vec![function.entry];
    while let Some(location) = open.pop() {
        if number[location.index()].is_some() {
            continue;
        }
        number[location.index()] = Some(Location(order.len() as u32));
        order.push(location);
        open.extend(function.leaving(location).iter().rev().filter(|it| !it.ends()).map(|it| it.to));
    }
    let renumber = |location: Location| number[location.index()].expect("reachable");
    let mut edges = Vec::new();
    for location in &order {
        edges.extend(function.leaving(*location).iter().cloned().map(|edge| Edge {
            from: renumber(edge.from),
            to: renumber(edge.to),
            ..edge
        }));
    }
    function.edges = edges;
    function.locations = order.len() as u32;
    function.entry = Location(0);
}

fn drop_registers(function: &mut Function) {
    let mut used = vec![false; function.registers.len()];
    used[..function.parameters as usize].fill(true);
    for edge in &function.edges {
        walk::expressions(edge).for_each(|it| it.for_each_register(&mut |register| used[register.index()] = true));
        if let Some(register) = walk::written(&edge.action) {
            used[register.index()] = true;
        }
    }
    let mut number = Vec::with_capacity(used.len());
    let mut count = 0;
    for used in &used {
        number.push(RegisterId(count));
        count += u32::from(*used);
    }
    let mut index = 0;
    function.registers.retain(|_| {
        index += 1;
        used[index - 1]
    });
    for edge in &mut function.edges {
        for expr in walk::expressions_mut(edge) {
            walk::for_each_leaf_mut(expr, &mut |leaf| {
                if let Expr::Register(register) = leaf {
                    *register = number[register.index()];
                }
            });
        }
        if let Some(register) = walk::written_mut(&mut edge.action) {
            *register = number[register.index()];
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{assert_body, main, program};
    use super::simplify;

    #[track_caller]
    fn assert_simplified(body: &str, expected: &str) {
        let mut program = main(body);
        simplify(&mut program);
        assert_body(&program, expected);
        let once = program.clone();
        simplify(&mut program);
        assert!(program == once, "not simple after the first time");
    }

    #[test]
    fn empty_steps_and_dead_code_go() {
        assert_simplified(
            "l0 -> l3: skip  l1: return  l2 -> l3: skip  l3 -> l4: store.4 [&@x] 1 na !0:1:2+3  l4 -> l1: skip",
            "l0 -> l1: store.4 [&@x] 1 na !0:1:2+3
             l1: return",
        );
    }

    #[test]
    fn a_loop_of_empty_steps_stays_a_loop() {
        assert_simplified("l0 -> l1: skip  l1 -> l2: skip  l2 -> l1: skip", "l0 -> l0: skip");
        assert_simplified("l0 -> l0: skip", "l0 -> l0: skip");
    }

    #[test]
    fn a_branch_on_a_constant_is_taken() {
        assert_simplified(
            "l0 -> l1 if (eq 1:i8 1): skip  l0 -> l2 unless (eq 1:i8 1): skip
             l1 if (eq 1:i8 2): stop cut  l1 -> l3 unless (eq 1:i8 2): skip  l2: return  l3: stop exit",
            "l0: stop exit",
        );
    }

    #[test]
    fn a_branch_that_decides_nothing_goes_unless_it_can_fault() {
        let body = |condition: &str| {
            format!(
                "reg %a : i32
                 l0 -> l1: %a = load.4 [&@x] na
                 l1 -> l2 if {condition}: skip
                 l1 -> l3 unless {condition}: skip
                 l2 -> l4: skip  l3 -> l4: skip  l4: return"
            )
        };
        assert_simplified(
            &body("(eq %a 0)"),
            "reg %a : i32
             l0 -> l1: %a = load.4 [&@x] na
             l1: return",
        );
        assert_simplified(
            &body("(eq (divs 1:i32 %a) 0)"),
            "reg %a : i32
             l0 -> l1: %a = load.4 [&@x] na
             l1 -> l2 if (eq (divs 1:i32 %a) 0): skip
             l1 -> l2 unless (eq (divs 1:i32 %a) 0): skip
             l2: return",
        );
    }

    #[test]
    fn locations_are_numbered_depth_first() {
        assert_simplified(
            "reg %a : i32
             l0 -> l5: %a = load.4 [&@x] na
             l1: stop exit
             l4: stop cut
             l5 -> l4 if (slt %a 0): %a = load.4 [&@y] na
             l5 -> l1 unless (slt %a 0): store.4 [&@y] %a na",
            "reg %a : i32
             l0 -> l1: %a = load.4 [&@x] na
             l1 -> l2 if (slt %a 0): %a = load.4 [&@y] na
             l1 -> l3 unless (slt %a 0): store.4 [&@y] %a na
             l2: stop cut
             l3: stop exit",
        );
    }

    #[test]
    fn parameters_stay_and_slots_keep_their_numbers() {
        let mut program = program(
            "function @main(%a : i32, %b : i32) -> i32 entry { reg %c : i32 reg %d : i32 slot $s : i32 slot $t : i32
               l0 -> l1: %d = load.4 [&$t] na  l1: return %d }",
        );
        simplify(&mut program);
        assert_eq!(program.functions[0].parameters, 2);
        assert_body(
            &program,
            "reg %d : i32
             slot $s : i32
             slot $t : i32
             l0 -> l1: %d = load.4 [&$t] na
             l1: return %d",
        );
    }
}
