//! Narrowing choices. `x = __VERIFIER_nondet_int()` has 2^32 outcomes, which nobody enumerates; but programs mostly ask
//! only whether `x` is 0, or assume at once that it is small. Then a few values do.
//!
//! **Only zero or not.** Let `T` be the largest set of registers that are read in *zero contexts* only: places where
//! any two values that are both zero or both not zero lead to the same result, or to results that are again read in
//! zero contexts. Comparisons with 0 and guards are such places; so are the right-hand side of an assignment to a
//! register in `T`, the argument for a parameter in `T`, and within a zero context the operands of extensions, `|`,
//! negation and both sides of a selection. Two states that agree on everything but such values of registers in `T` do
//! the same for ever: a bisimulation. So a choice that goes to a register in `T` gives 0 or 1.
//!
//! **Assumed at once.** From the choice, all paths of local steps are followed that cannot fault: empty steps,
//! assignments, branches, opening a slot, direct calls and their returns. On each path the registers are terms over the
//! chosen value, and every branch narrows the set of values with which the path can be taken (`terms.rs`). A path ends
//! when it meets `stop assume`, or when it cannot be followed further: at a visible operation, at a step that may
//! fault, at any other end, or at the end of our patience. The values of paths of the second kind are *alive*. If all
//! values that are alive lie in a range of at most [`MAX_VALUES`], that range becomes the domain; it may wrap around,
//! as -3 to 5 does.
//!
//! Sound, because whatever is not in the range is alive on no path: with such a value the thread does some local steps,
//! none of which can fault or be seen by others, and is then stopped by the assumption. In an execution with such a
//! stop, the other threads do nothing that they could not do as well while the thread, with some value that is kept, is
//! at its next visible operation; and a stop by assumption is never part of a deadlock. If no value is alive at all,
//! one is kept, which keeps the stop.
//!
//! Where nothing is found, a choice stays as it is. Choices that already have a range are left alone.

use super::terms::{Term, preimage};
use super::values::Values;
use super::walk;
use super::zero::ZeroContexts;
use crate::syntax::*;
use std::collections::BTreeMap;
use std::rc::Rc;

/// How many values a narrowed choice may have: as many as the explorer enumerates, see `docs/semantics.md`.
pub const MAX_VALUES: u128 = 256;

/// How many steps are followed from one choice, over all paths.
const MAX_STEPS: u32 = 500;
/// How many calls may be open on a path.
const MAX_CALLERS: usize = 8;

/// Gives every choice from [`Domain::Any`] a small range, where that loses no behaviour.
pub fn narrow_choices(program: &mut Program) {
    let zero = ZeroContexts::of(program);
    let mut narrowed = Vec::new();
    for (index, function) in program.functions.iter().enumerate() {
        for (position, edge) in function.edges.iter().enumerate() {
            let Action::Visible(Operation::Choose { dest, domain: Domain::Any }) = edge.action else { continue };
            let id = FunctionId(index as u32);
            let width = function.registers[dest.index()].width;
            let is_tested = zero.is_only_tested(id, dest);
            let values = if is_tested { Values::range(width, 0, 1) } else { Values::all(width) };
            if let Some(domain) = small_range(&alive(program, id, edge.to, dest, values)) {
                narrowed.push((index, position, domain));
            }
        }
    }
    for (index, position, new) in narrowed {
        let edge = &mut program.functions[index].edges[position];
        if let Action::Visible(Operation::Choose { domain, .. }) = &mut edge.action {
            *domain = new;
        }
    }
}

fn small_range(values: &Values) -> Option<Domain> {
    let Some((low, high, count)) = values.cover() else { return Some(Domain::Range { low: 0, high: 0 }) };
    let all = u128::from(values.width().mask()) + 1;
    (count <= MAX_VALUES && count < all).then_some(Domain::Range { low, high })
}

/// The registers of a function on a path. Few of them are set there, and a function may have very many.
#[derive(Clone)]
struct Registers {
    known: BTreeMap<RegisterId, Rc<Term>>,
    /// The value of the others, if it is known.
    others: Option<u64>,
}

impl Registers {
    fn get(&self, function: &Function, register: RegisterId) -> Rc<Term> {
        let width = function.registers[register.index()].width;
        match (self.known.get(&register), self.others) {
            (Some(known), _) => known.clone(),
            (None, Some(value)) => Term::constant(width, value),
            (None, None) => Term::unknown(width),
        }
    }
}

/// One function on a path.
#[derive(Clone)]
struct Frame {
    function: FunctionId,
    location: Location,
    registers: Registers,
    /// Where the caller wants the result.
    dest: Option<RegisterId>,
}

/// Local steps from the choice on, and the values with which they can be taken.
#[derive(Clone)]
struct Path {
    callers: Vec<Frame>,
    frame: Frame,
    values: Values,
}

/// How a path goes on after a step.
enum After {
    Here,
    Assume,
    Elsewhere,
}

/// Those of the values that do more than to be stopped by an assumption.
fn alive(program: &Program, id: FunctionId, location: Location, dest: RegisterId, values: Values) -> Values {
    let mut registers = Registers { known: BTreeMap::new(), others: None };
    registers.known.insert(dest, Term::chosen(values.width()));
    let frame = Frame { function: id, location, registers, dest: None };
    let mut alive = Values::none(values.width());
    let mut paths = vec![Path { callers: Vec::new(), frame, values }];
    let mut steps = 0;
    while let Some(path) = paths.pop() {
        steps += 1;
        let leaving = program.functions[path.frame.function.index()].leaving(path.frame.location);
        let may_fault = leaving.iter().filter_map(|it| walk::condition(&it.guard)).any(Expr::can_fault);
        if steps > MAX_STEPS || may_fault {
            alive = alive.union(&path.values);
            continue;
        }
        for edge in leaving {
            let mut path = path.clone();
            path.narrow(program, &edge.guard);
            if path.values.is_empty() {
                continue;
            }
            match path.step(program, edge) {
                After::Here => paths.push(path),
                After::Assume => {}
                After::Elsewhere => alive = alive.union(&path.values),
            }
        }
        if alive.cover().is_some_and(|it| it.2 > MAX_VALUES) {
            // Too many already; more paths only make more.
            break;
        }
    }
    alive
}

impl Path {
    fn term(&self, program: &Program, expr: &Expr) -> Rc<Term> {
        let function = &program.functions[self.frame.function.index()];
        let register = |it| self.frame.registers.get(function, it);
        Term::of(expr, &register, Width(program.model.pointer_bits()))
    }

    fn narrow(&mut self, program: &Program, guard: &Guard) {
        let (condition, bit) = match guard {
            Guard::Always => return,
            Guard::If(condition) => (condition, 1),
            Guard::Unless(condition) => (condition, 0),
        };
        let term = self.term(program, condition);
        let possible = preimage(&term, &Values::range(Width::BOOL, bit, bit), self.values.width());
        self.values = self.values.intersection(&possible);
    }

    fn step(&mut self, program: &Program, edge: &Edge) -> After {
        if walk::operands(&edge.action).into_iter().any(Expr::can_fault) {
            return After::Elsewhere;
        }
        match &edge.action {
            Action::Skip | Action::Visible(Operation::OpenSlot(_)) => self.frame.location = edge.to,
            Action::Assign(dest, value) => {
                let value = self.term(program, value);
                self.frame.registers.known.insert(*dest, value);
                self.frame.location = edge.to;
            }
            Action::Call { dest, callee: Callee::Direct(callee), arguments } if self.callers.len() < MAX_CALLERS => {
                let parameters = (0..).map(RegisterId).zip(arguments);
                let known = parameters.map(|(parameter, it)| (parameter, self.term(program, it))).collect();
                let registers = Registers { known, others: Some(0) };
                let function = &program.functions[callee.index()];
                let frame = Frame { function: *callee, location: function.entry, registers, dest: *dest };
                self.frame.location = edge.to;
                self.callers.push(std::mem::replace(&mut self.frame, frame));
            }
            Action::Return(value) => {
                let result = value.as_ref().map(|it| self.term(program, it));
                let Some(caller) = self.callers.pop() else { return After::Elsewhere };
                let returned = std::mem::replace(&mut self.frame, caller);
                if let (Some(dest), Some(result)) = (returned.dest, result) {
                    self.frame.registers.known.insert(dest, result);
                }
            }
            Action::Stop(Stop::Assume) => return After::Assume,
            Action::Visible(_)
            | Action::Call { .. }
            | Action::Stop(
                Stop::Cut | Stop::Exit | Stop::ThreadExit(_) | Stop::Fail(_) | Stop::Misuse(_) | Stop::Uninitialised(_),
            ) => {
                return After::Elsewhere;
            }
        }
        After::Here
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{check, program};
    use super::*;

    /// The domain of the first choice, for a `main` that begins with it; `%c` is the chosen value.
    #[track_caller]
    fn domain(rest: &str) -> Option<(i64, i64)> {
        domain_in("i32", rest)
    }

    #[track_caller]
    fn domain_in(kind: &str, rest: &str) -> Option<(i64, i64)> {
        let mut program = program(&format!(
            "global @g : i32
             function @assume(%b : i32) {{ l0 -> l1 if (eq %b 0): skip  l0 -> l2 unless (eq %b 0): skip  l1: stop assume  l2: return }}
             function @between(%v : i32) -> i32 {{ l0: return (zext i32 (and (sle 2:i32 %v) (slt %v 5))) }}
             function @is_set(%v : i32) -> i32 {{ l0: return (zext i32 (ne %v 0)) }}
             function @main() entry {{
               reg %c : {kind} reg %d : i32 reg %b : u1 reg %other : i32 reg %w : i64
               slot $s : i32 escapes
               l0 -> l1: %c = choose any
               {rest} }}"
        ));
        narrow_choices(&mut program);
        check(&program);
        let main = program.functions.last().unwrap();
        match main.edges[0].action {
            Action::Visible(Operation::Choose { dest, domain: Domain::Range { low, high } }) => {
                let width = main.registers[dest.index()].width;
                Some((width.signed(low), width.signed(high)))
            }
            Action::Visible(Operation::Choose { domain: Domain::Any, .. }) => None,
            ref other => panic!("{other:?}"),
        }
    }

    /// What follows the choice: an assumption, then a store of the chosen value.
    fn assume(condition: &str) -> String {
        format!(
            "l1 -> l2 if {condition}: skip  l1 -> l3 unless {condition}: skip
             l2 -> l4: store.4 [&@g] %c na  l3: stop assume  l4: return"
        )
    }

    #[test]
    fn a_value_that_is_only_tested_is_zero_or_one() {
        let branch = |condition: &str| {
            format!(
                "l1 -> l2: %d = %c
                 l2 -> l3 if {condition}: store.4 [&@g] 1 na  l2 -> l3 unless {condition}: store.4 [&@g] 2 na
                 l3: return"
            )
        };
        assert_eq!(domain(&branch("(ne %d 0)")), Some((0, 1)));
        assert_eq!(domain(&branch("(eq 0:i32 (or %d %c))")), Some((0, 1)));
        assert_eq!(domain(&branch("(eq (zext i64 %d) 0)")), Some((0, 1)));
        assert_eq!(domain(&branch("(ult 0:i32 %c)")), Some((0, 1)));
        assert_eq!(domain(&branch("(ne (select (ne %c 0) %d 0) 0)")), Some((0, 1)));
        assert_eq!(domain(&branch("(ne %d 1)")), None);
        assert_eq!(domain(&branch("(slt %d 0)")), None);
        assert_eq!(domain(&branch("(ne (and %d 2) 0)")), None);
        assert_eq!(domain(&branch("(ne (not %d) 0)")), None);
        assert_eq!(domain(&branch("(trunc i1 %d)")), None);
        assert_eq!(domain("l1 -> l2: %d = %c  l2 -> l3: store.4 [&@g] %d na  l3: return"), None);
        assert_eq!(domain("l1 -> l2: call @assume(%c)  l2 -> l3: fence sc  l3: return"), Some((1, 1)));
        assert_eq!(domain("l1 -> l2: call [&@assume](%c)  l2: return"), None);
    }

    #[test]
    fn an_assumption_gives_the_range() {
        assert_eq!(domain(&assume("(and (slt -1:i32 %c) (slt %c 10))")), Some((0, 9)));
        assert_eq!(domain(&assume("(and (sle -3:i32 %c) (sle %c 5))")), Some((-3, 5)));
        assert_eq!(domain(&assume("(ult %c 7)")), Some((0, 6)));
        assert_eq!(domain(&assume("(or (eq %c 4) (eq %c 7))")), Some((4, 7)));
        assert_eq!(domain(&assume("(not (ne %c 4))")), Some((4, 4)));
        assert_eq!(domain(&assume("(ult (add %c 2) 4)")), Some((-2, 1)));
        assert_eq!(domain(&assume("(and (eq %c 4) (eq %c 7))")), Some((0, 0)));
        assert_eq!(domain(&assume("(and (ult %c 4) (slt %other 7))")), Some((0, 3)));
        assert_eq!(domain(&assume("(ult %c 256)")), Some((0, 255)));
        assert_eq!(domain(&assume("(ult %c 257)")), None);
        assert_eq!(domain(&assume("(slt 0:i32 %c)")), None);
        assert_eq!(domain(&assume("(or (ult %c 4) (slt %other 7))")), None);
        assert_eq!(domain_in("u1", "l1 -> l2: %b = %c l2: return"), None);
    }

    #[test]
    fn conversions_are_seen_through() {
        let rest = |condition: &str| format!("l1 if {condition}: return  l1 unless {condition}: stop assume");
        assert_eq!(domain_in("i8", &rest("(sle (sext i32 %c) -120)")), Some((-128, -120)));
        assert_eq!(domain_in("u8", &rest("(slt (zext i32 %c) 3)")), Some((0, 2)));
        assert_eq!(domain_in("i16", &rest("(ult (trunc i16 (sext i32 %c)) 3)")), Some((0, 2)));
        assert_eq!(domain_in("i64", &rest("(ult (trunc i16 %c) 3)")), None);
    }

    #[test]
    fn assumptions_add_up_along_assignments_and_calls() {
        let two = "l1 -> l2 if (slt %c 10): skip  l1 unless (slt %c 10): stop assume
                   l2 -> l3: %w = (sext i64 %c)
                   l3 -> l4 if (slt 0:i64 %w): open $s  l3 unless (slt 0:i64 %w): stop assume
                   l4 -> l5: store.4 [&@g] %c na  l5: return";
        assert_eq!(domain(two), Some((1, 9)));
        let call = "l1 -> l2: %d = call @between(%c)  l2 -> l3: call @assume(%d)
                    l3 -> l4: store.4 [&@g] %c na  l4: return";
        assert_eq!(domain(call), Some((2, 4)));
    }

    #[test]
    fn a_condition_may_be_spread_over_branches() {
        // assume(c > 2 && c < 6), with && as control flow.
        let spread = "l1 -> l2 if (slt 2:i32 %c): skip  l1 -> l3 unless (slt 2:i32 %c): %b = false
                      l2 -> l3: %b = (slt %c 6)
                      l3 -> l4 if %b: skip  l3 unless %b: stop assume
                      l4 -> l5: store.4 [&@g] %c na  l5: return";
        assert_eq!(domain(spread), Some((3, 5)));
    }

    #[test]
    fn nothing_that_can_be_noticed_may_come_before_the_assumption() {
        let rest = |before: &str| {
            format!(
                "l1 -> l2: {before}
                 l2 -> l3 if (ult %c 4): skip  l2 unless (ult %c 4): stop assume  l3 -> l4: store.4 [&@g] %c na  l4: return"
            )
        };
        assert_eq!(domain(&rest("%d = (add %c 1)")), Some((0, 3)));
        for before in [
            "%d = (adds %c 1)",
            "%d = (divs 1 %c)",
            "%d = load.4 [&@g] na",
            "store.4 [&@g] 1 na",
            "fence sc",
            "%w = allocate 4",
            "atomic_begin",
            "%d = call [&@between](%c)",
            "%c = choose 1 to 2",
        ] {
            assert_eq!(domain(&rest(before)), None, "{before}");
        }
        assert_eq!(domain("l1 if (ult %c 4): stop fail \"\"  l1 unless (ult %c 4): stop exit"), None);
        assert_eq!(domain("l1 if (ult %c 4): stop fail \"\"  l1 unless (ult %c 4): stop assume"), Some((0, 3)));
        assert_eq!(domain("l1 -> l1 if (ult %c 4): skip  l1 unless (ult %c 4): stop assume"), Some((0, 3)));
        assert_eq!(
            domain("l1 if (ult (divu 9:i32 %c) 4): return  l1 unless (ult (divu 9:i32 %c) 4): stop assume"),
            None
        );
    }
}
