//! Which slots can other threads see? A slot *escapes* if its address may reach anything but registers of its own
//! thread. The others are private: their accesses are local steps, and the explorer never hears of them.
//!
//! A front end marks every slot as escaping and opens and closes each one. This pass finds those that do not escape,
//! clears their mark, and turns their `open` and `close` into `skip`. It only ever makes less visible, and only what is
//! provably private; when in doubt, a slot escapes.
//!
//! The analysis ignores the order of steps and the calling context. It is a graph whose vertices are the slots, the
//! registers and the results of all functions, and one vertex *outside*; an edge says that an address in one may come
//! to be in the other:
//!
//! * from the slots and registers of an expression to where its value goes: the register of an assignment, the
//!   parameter of a direct call, the result of a function and from there the register of each direct call. The
//!   condition of a selection and the operands of a comparison give away one bit and are not followed, nor are guards.
//! * to *outside*: what is stored (`store`, operand of an update or a compare-exchange), passed to a thread, to an
//!   indirect call or to `free`, given as result of a thread, as a size or a handle; and the address of a mutex or of
//!   an atomic access, for these are meant to be shared and should stay visible. The address of a plain access is fine.
//!
//! A slot escapes if *outside* can be reached from it. Memory needs no vertex: an address that is put there has
//! escaped. Nor do indirect calls: their arguments have, and so has every slot that such a function can return, by the
//! next rule.
//!
//! A private slot lives as long as its frame, an escaping one from `open` to `close`, so a slot escapes also if this
//! could make a difference:
//!
//! * if the result of its own function can be reached from it: the address outlives the frame, and a use of it is a use
//!   after the end. (Recursion counts as return here: an inner call may hand back the slot of an outer one.)
//! * if after a `close` of it a register of its function that may hold its address is read before it is set again: `int
//!   *p; { int a; p = &a; } *p = 1;`.
//!
//! The `open` of a private slot stays if the program asks which of its bytes were written.
//!
//! One difference remains: an escaping slot is 0 when it is opened once more (a block inside a loop), a private one has
//! the bytes of the last round. C calls them indeterminate; a front end that wants zeros must store them.

use super::walk;
use crate::syntax::*;
use std::collections::HashSet;

/// Sets [`Slot::escapes`] of every slot, whatever it was before, and drops `open` and `close` of those that do not.
pub fn mark_escaping(program: &mut Program) {
    let asks_for_unset = super::unset::asks_for_unset(program);
    let flow = Flow::of(program);
    let outside = flow.backwards_from_outside();
    for id in (0..program.functions.len()).map(|it| FunctionId(it as u32)) {
        for slot in (0..program.functions[id.index()].slots.len()).map(|it| SlotId(it as u32)) {
            let escapes = outside.contains(&flow.slot(id, slot)) || outlives(program, &flow, id, slot);
            program.functions[id.index()].slots[slot.index()].escapes = escapes;
        }
        let Function { edges, slots, .. } = &mut program.functions[id.index()];
        for edge in edges {
            match edge.action {
                // What was written in the round before counts no more.
                Action::Visible(Operation::OpenSlot(slot)) if asks_for_unset && !slots[slot.index()].zeroed => {}
                Action::Visible(Operation::OpenSlot(slot) | Operation::CloseSlot(slot))
                    if !slots[slot.index()].escapes =>
                {
                    edge.action = Action::Skip;
                }
                _ => {}
            }
        }
    }
}

/// For each function the slots that do not escape.
pub(super) fn private_slots(program: &Program) -> Vec<Vec<bool>> {
    let flow = Flow::of(program);
    let outside = flow.backwards_from_outside();
    let ids = (0..program.functions.len()).map(|it| FunctionId(it as u32));
    let of = |id: FunctionId| {
        let slots = (0..program.functions[id.index()].slots.len()).map(|it| SlotId(it as u32));
        slots.map(|it| !outside.contains(&flow.slot(id, it)) && !outlives(program, &flow, id, it)).collect()
    };
    ids.map(of).collect()
}

/// Whether the address may be used after the end of the slot's life.
fn outlives(program: &Program, flow: &Flow, id: FunctionId, slot: SlotId) -> bool {
    let holders = flow.reachable_from(flow.slot(id, slot));
    let function = &program.functions[id.index()];
    let registers = (0..function.registers.len()).map(|it| RegisterId(it as u32));
    let held: Vec<RegisterId> = registers.filter(|it| holders.contains(&flow.register(id, *it))).collect();
    let closes = |edge: &&Edge| edge.action == Action::Visible(Operation::CloseSlot(slot));
    let is_held_after = |edge: &Edge| held.iter().any(|it| is_live(function, edge.to, *it));
    holders.contains(&flow.result(id)) || function.edges.iter().filter(closes).any(is_held_after)
}

/// Whether the register may be read, at this location or later, before it is set.
fn is_live(function: &Function, location: Location, register: RegisterId) -> bool {
    let mut seen = vec![false; function.locations as usize];
    let mut open = vec![location];
    while let Some(location) = open.pop() {
        if std::mem::replace(&mut seen[location.index()], true) {
            continue;
        }
        for edge in function.leaving(location) {
            let mut is_read = false;
            for expr in walk::expressions(edge) {
                expr.for_each_register(&mut |it| is_read |= it == register);
            }
            if is_read {
                return true;
            }
            if walk::written(&edge.action) != Some(&register) {
                open.push(edge.to);
            }
        }
    }
    false
}

/// Where addresses can go.
struct Flow {
    /// For each function, its vertices: one for the result, then its registers, then its slots.
    first: Vec<usize>,
    registers: Vec<usize>,
    forward: Vec<Vec<usize>>,
}

/// The vertex for all that is not a register.
const OUTSIDE: usize = 0;

impl Flow {
    fn of(program: &Program) -> Flow {
        let mut flow = Flow { first: Vec::new(), registers: Vec::new(), forward: Vec::new() };
        let mut count = OUTSIDE + 1;
        for function in &program.functions {
            flow.first.push(count);
            flow.registers.push(function.registers.len());
            count += 1 + function.registers.len() + function.slots.len();
        }
        flow.forward = vec![Vec::new(); count];
        for (index, function) in program.functions.iter().enumerate() {
            for edge in &function.edges {
                flow.action(FunctionId(index as u32), &edge.action);
            }
        }
        flow
    }

    fn result(&self, function: FunctionId) -> usize {
        self.first[function.index()]
    }

    fn register(&self, function: FunctionId, register: RegisterId) -> usize {
        self.first[function.index()] + 1 + register.index()
    }

    fn slot(&self, function: FunctionId, slot: SlotId) -> usize {
        self.first[function.index()] + 1 + self.registers[function.index()] + slot.index()
    }

    fn action(&mut self, id: FunctionId, action: &Action) {
        match action {
            Action::Skip => {}
            Action::Assign(dest, value) => self.value(id, value, self.register(id, *dest)),
            Action::Visible(operation) => self.operation(id, operation),
            Action::Call { dest, callee: Callee::Direct(callee), arguments } => {
                for (index, argument) in arguments.iter().enumerate() {
                    self.value(id, argument, self.register(*callee, RegisterId(index as u32)));
                }
                if let Some(dest) = dest {
                    let (result, dest) = (self.result(*callee), self.register(id, *dest));
                    self.forward[result].push(dest);
                }
            }
            Action::Call { dest: _, callee: Callee::Indirect(address), arguments } => {
                self.value(id, address, OUTSIDE);
                arguments.iter().for_each(|it| self.value(id, it, OUTSIDE));
            }
            Action::Return(None) => {}
            Action::Return(Some(value)) => self.value(id, value, self.result(id)),
            Action::Stop(
                Stop::Assume | Stop::Cut | Stop::Exit | Stop::Fail(_) | Stop::Misuse(_) | Stop::Uninitialised(_),
            ) => {}
            Action::Stop(Stop::ThreadExit(value)) => self.value(id, value, OUTSIDE),
        }
    }

    fn operation(&mut self, id: FunctionId, operation: &Operation) {
        match operation {
            Operation::Load { dest: _, address, size: _, order } => {
                if !matches!(order, Order::NonAtomic | Order::Unset) {
                    self.value(id, address, OUTSIDE);
                }
            }
            Operation::Store { address, value, size: _, order } => {
                if !matches!(order, Order::NonAtomic | Order::Unset) {
                    self.value(id, address, OUTSIDE);
                }
                if !planted::bug!(StoredAddressesPrivate) {
                    self.value(id, value, OUTSIDE);
                }
            }
            Operation::Update { address, operand, .. } => {
                self.value(id, address, OUTSIDE);
                self.value(id, operand, OUTSIDE);
            }
            Operation::CompareExchange { address, expected, desired, .. } => {
                self.value(id, address, OUTSIDE);
                self.value(id, expected, OUTSIDE);
                self.value(id, desired, OUTSIDE);
            }
            Operation::Lock { dest: _, mutex: value }
            | Operation::TryLock { dest: _, mutex: value }
            | Operation::Unlock { dest: _, mutex: value }
            | Operation::DestroyMutex(value)
            | Operation::Join { dest: _, thread: value }
            | Operation::Detach(value)
            | Operation::Allocate { dest: _, size: value, zeroed: _, automatic: _, shape: _ }
            | Operation::Free(value)
            | Operation::Release(value) => self.value(id, value, OUTSIDE),
            // The handle is stored there by a plain store.
            Operation::Spawn { dest: _, function: one, argument: two, place: _ }
            | Operation::InitMutex { mutex: one, kind: two }
            | Operation::Reallocate { dest: _, address: one, size: two } => {
                self.value(id, one, OUTSIDE);
                self.value(id, two, OUTSIDE);
            }
            Operation::Fence(_)
            | Operation::CurrentThread { dest: _ }
            | Operation::Extent { dest: _, address: _ }
            | Operation::Doubt { dest: _, about: _, left: _, right: _ }
            | Operation::AtomicBegin { .. }
            | Operation::AtomicEnd
            | Operation::Choose { dest: _, domain: _ }
            | Operation::OpenSlot(_)
            | Operation::CloseSlot(_) => {}
        }
    }

    /// All addresses in the value may come to be in `to`.
    fn value(&mut self, id: FunctionId, value: &Expr, to: usize) {
        match value {
            Expr::Const(..) | Expr::Address(Base::Global(_) | Base::Function(_), _) => {}
            Expr::Register(register) => {
                let from = self.register(id, *register);
                self.forward[from].push(to);
            }
            Expr::Address(Base::Slot(slot), _) => {
                let from = self.slot(id, *slot);
                self.forward[from].push(to);
            }
            Expr::Unary(_, operand)
            | Expr::Extend { operand, .. }
            | Expr::Truncate(_, operand)
            | Expr::Convert { operand, .. } => {
                self.value(id, operand, to);
            }
            Expr::Binary(operator, ..) if operator.is_comparison() => {}
            Expr::Binary(_, left, right) => {
                self.value(id, left, to);
                self.value(id, right, to);
            }
            Expr::Select(_, yes, no) => {
                self.value(id, yes, to);
                self.value(id, no, to);
            }
        }
    }

    fn reachable_from(&self, vertex: usize) -> HashSet<usize> {
        reachable(&self.forward, vertex)
    }

    fn backwards_from_outside(&self) -> HashSet<usize> {
        let mut backward = vec![Vec::new(); self.forward.len()];
        for (from, successors) in self.forward.iter().enumerate() {
            for to in successors {
                backward[*to].push(from);
            }
        }
        reachable(&backward, OUTSIDE)
    }
}

fn reachable(successors: &[Vec<usize>], start: usize) -> HashSet<usize> {
    let mut seen = HashSet::new();
    let mut open = vec![start];
    while let Some(vertex) = open.pop() {
        if seen.insert(vertex) {
            open.extend(&successors[vertex]);
        }
    }
    seen
}

#[cfg(test)]
mod tests {
    use super::super::testing::{assert_body, check, main, program};
    use super::mark_escaping;

    /// The names of the slots that escape, of all functions, in order.
    #[track_caller]
    fn escaping(text: &str) -> String {
        let mut program = program(text);
        mark_escaping(&mut program);
        check(&program);
        let once = program.clone();
        mark_escaping(&mut program);
        assert!(program == once, "not the same the second time");
        let slots = program.functions.iter().flat_map(|it| &it.slots);
        slots.filter(|it| it.escapes).map(|it| it.name.as_str()).collect::<Vec<_>>().join(" ")
    }

    /// Of a function that does this one thing, with the address of `$a` in `%p` and that of `$b` in no register.
    #[track_caller]
    fn escapes_by(action: &str) -> bool {
        let names = escaping(&format!(
            "global @g : ptr
             function @f(%q : u64) -> i64 {{ l0: return 0 }}
             function @main() entry {{
               reg %p : u64 reg %w : u64 reg %i : i32 reg %b : u1
               slot $a : mutex escapes slot $b : i64 escapes
               l0 -> l1: open $a  l1 -> l2: %p = (add &$a 4)
               l2 -> l3: {action}
               l3: return }}"
        ));
        assert!(names == "a" || names.is_empty(), "{names}");
        names == "a"
    }

    #[test]
    fn plain_accesses_and_arithmetic_are_private() {
        for action in [
            "skip",
            "%w = load.8 [%p] na",
            "store.8 [%p] 1 na",
            "%w = (sub %p 4)",
            "%b = (eq %p 0)",
            "store.8 [&@g] (zext i64 (eq %p 0)) na",
            "store.8 [&@g] (select (ult %p 9) 1 2) na",
            "%w = call @f(%p)",
        ] {
            assert!(!escapes_by(action), "{action}");
        }
    }

    #[test]
    fn whatever_another_thread_could_use_is_not() {
        for action in [
            "store.8 [&@g] %p na",
            "store.8 [&@g] &$a na",
            "store.8 [&$b] %p na",
            "store.4 [&@g] (trunc i32 %p) na",
            "store.8 [&@g] (select true 1 (neg %p)) na",
            "%w = load.8 [%p] rlx",
            "store.8 [%p] 1 rel",
            "%i = update.add.4 [%p] 1 sc",
            "%w = update.exchange.8 [&@g] %p sc",
            "%i = cmpxchg.4 [%p] 1 2 sc sc",
            "%w = cmpxchg.8 [&@g] %p 2 sc sc",
            "%w = cmpxchg.8 [&@g] 2 %p sc sc",
            "lock [%p]",
            "unlock [%p]",
            "%i = trylock [%p]",
            "init [%p] 0",
            "destroy [%p]",
            "%w = spawn &@f %p",
            "%w = spawn %p 0",
            "join %p",
            "%w = allocate %p",
            "free %p",
            "call [&@f](%p)",
            "call [%p]()",
        ] {
            assert!(escapes_by(action), "{action}");
        }
        assert_eq!(escaping("function @main() entry { slot $a : i32 escapes l0: stop threadexit &$a }"), "a");
    }

    #[test]
    fn addresses_flow_through_calls_and_results() {
        let text = |last: &str| {
            format!(
                "global @g : ptr
                 function @same(%q : u64) -> i64 {{ reg %r : u64 l0 -> l1: %r = (add %q 0) l1: return %r }}
                 function @leak(%q : u64) {{ {last} }}
                 function @main() entry {{ reg %p : u64 slot $a : i64 escapes slot $b : i64 escapes
                   l0 -> l1: %p = call @same(&$a)  l1 -> l2: call @leak(%p)  l2 -> l3: store.8 [&$b] 1 na  l3: return }}"
            )
        };
        assert_eq!(escaping(&text("l0: return")), "");
        assert_eq!(escaping(&text("l0 -> l1: store.8 [&@g] %q na l1: return")), "a");
    }

    #[test]
    fn a_returned_slot_escapes_but_one_that_comes_back_to_its_owner_does_not() {
        assert_eq!(
            escaping(
                "function @dangling() -> i64 { slot $a : i64 escapes l0: return &$a }
                 function @same(%q : u64) -> i64 { slot $b : i64 escapes l0 -> l1: store.8 [%q] 1 na l1: return %q }
                 function @through() -> i64 { reg %r : u64 slot $c : i64 escapes
                   l0 -> l1: %r = call @same(&$c)  l1: return %r }
                 function @main() entry { reg %r : u64 slot $d : i64 escapes
                   l0 -> l1: %r = call @same(&$d)  l1 -> l2: store.8 [%r] 1 na  l2: return }"
            ),
            "a c"
        );
    }

    #[test]
    fn recursion_is_fine() {
        assert_eq!(
            escaping(
                "function @down(%q : u64) { slot $a : i64 escapes
                   l0 -> l1: call @down(&$a)  l1 -> l2: store.8 [%q] 1 na  l2: return }
                 function @main() entry { l0 -> l1: call @down(0:i64) l1: return }"
            ),
            ""
        );
    }

    #[test]
    fn a_use_after_the_block_keeps_the_slot_visible() {
        let text = |between: &str| {
            format!(
                "function @main() entry {{ reg %p : u64 slot $a : i64 escapes
                   l0 -> l1: open $a  l1 -> l2: %p = &$a  l2 -> l3: store.8 [%p] 1 na  l3 -> l4: close $a
                   l4 -> l5: {between}  l5 -> l0: store.8 [%p] 1 na }}"
            )
        };
        assert_eq!(escaping(&text("skip")), "a");
        assert_eq!(escaping(&text("%p = 0")), "");
    }

    #[test]
    fn lifetimes_of_private_slots_go() {
        let mut program = main(
            "slot $a : i32 escapes slot $b : mutex escapes
             l0 -> l1: open $a  l1 -> l2: open $b  l2 -> l3: lock [&$b]  l3 -> l4: close $b  l4 -> l5: close $a  l5: return",
        );
        mark_escaping(&mut program);
        assert_body(
            &program,
            "slot $a : i32
             slot $b : mutex escapes
             l0 -> l1: skip
             l1 -> l2: open $b
             l2 -> l3: lock [&$b]
             l3 -> l4: close $b
             l4 -> l5: skip
             l5: return",
        );
    }
}
