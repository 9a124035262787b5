//! What a thread does between its lock of a mutex and the loop in which it gives the mutex away and waits.
//!
//! All ways are followed backwards from the wait, into callers and through what has been called, with the address of the mutex in
//! terms of what is known where the way has come to. They have to end at a lock of that address, with nothing on them that
//! others can see or that looks at what others can change. In the loop itself it may look: it looks again.

use super::Waits;
use super::round::{Round, does_nothing, is_private, only_reads};
use crate::passes::loop_nest::LoopNest;
use crate::passes::walk;
use crate::syntax::*;

/// How many places are visited in all, and how many functions are open.
const MOST_STEPS: u32 = 4_000;
const MOST_CALLS: u32 = 16;

/// What goes on around a wait.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Wait {
    /// Some thread tries the mutex, or may.
    Tried,
    /// Nothing.
    Alone,
    /// Something comes before it in the section, or may.
    BehindOthers,
}

pub(super) struct Sections<'a> {
    pub program: &'a Program,
    pub waits: &'a Waits,
}

/// A way backwards.
struct Back<'a> {
    /// The loop in which it begins, and the function that it is in.
    round: Option<(FunctionId, &'a Round)>,
    seen: Vec<(FunctionId, Location, Expr)>,
    steps: u32,
}

impl Sections<'_> {
    /// Looks at the wait that a choice is for.
    pub fn of_wait(&self, id: FunctionId, nest: &LoopNest, round: &Round, choice: usize) -> Wait {
        let function = &self.program.functions[id.index()];
        debug_assert!(nest.innermost(function.edges[choice].from).is_some(), "it is in a loop");
        let Some((at, mutex)) = self.mutex(function, function.edges[choice].to) else { return Wait::Tried };
        if self.is_tried(&mutex) && !planted::bug!(TriesForgotten) {
            return Wait::Tried;
        }
        let mut back = Back { round: Some((id, round)), seen: Vec::new(), steps: 0 };
        match self.before(id, at, &mutex, &mut back, 0) {
            true => Wait::Alone,
            false => Wait::BehindOthers,
        }
    }

    /// Where the wait is that follows a choice, and its mutex.
    fn mutex(&self, function: &Function, choice: Location) -> Option<(Location, Expr)> {
        function.leaving(choice).iter().find_map(|branch| {
            let call = match (&branch.action, function.leaving(branch.to)) {
                (Action::Skip, [call]) => call,
                _ => branch,
            };
            let Action::Call { callee: Callee::Direct(callee), arguments, .. } = &call.action else { return None };
            Some((call.from, with_arguments(self.waits.get(callee)?, arguments)?))
        })
    }

    /// Whether some thread may try a mutex.
    fn is_tried(&self, mutex: &Expr) -> bool {
        let is_other = |it: &Expr| match (it, mutex) {
            (Expr::Address(Base::Global(one), at), Expr::Address(Base::Global(other), to)) => one != other || at != to,
            _ => false,
        };
        let tries =
            |it: &Edge| matches!(&it.action, Action::Visible(Operation::TryLock { mutex, .. }) if !is_other(mutex));
        self.program.functions.iter().flat_map(|it| &it.edges).any(tries)
    }

    /// Whether every way to a location comes from a lock of the mutex with nothing in between.
    fn before(&self, id: FunctionId, at: Location, mutex: &Expr, back: &mut Back<'_>, calls: u32) -> bool {
        let state = (id, at, mutex.clone());
        if back.seen.contains(&state) {
            return true;
        }
        back.seen.push(state);
        back.steps += 1;
        if back.steps > MOST_STEPS || calls > MOST_CALLS {
            return false;
        }
        let function = &self.program.functions[id.index()];
        let in_round = |it: Location| back.round.is_some_and(|(of, round)| of == id && round.is_member[it.index()]);
        let is_head = back.round.is_some_and(|(of, round)| of == id && round.head == at);
        let arriving: Vec<&Edge> =
            function.edges.iter().filter(|it| it.to == at && !it.ends() && !(is_head && in_round(it.from))).collect();
        let inside: Vec<bool> = arriving.iter().map(|it| in_round(it.from) && in_round(it.to)).collect();
        for (edge, inside) in arriving.into_iter().zip(inside) {
            let keeps = walk::written(&edge.action).is_none_or(|it| !mentions(mutex, *it));
            let is_local = match &edge.action {
                Action::Skip => true,
                Action::Assign(register, value) => {
                    let mutex = replaced(mutex, &|it| (it == *register).then(|| value.clone()));
                    if !self.before(id, edge.from, &mutex, back, calls) {
                        return false;
                    }
                    continue;
                }
                Action::Visible(Operation::Lock { mutex: locked, .. }) if keeps && locked == mutex => continue,
                Action::Visible(Operation::Load { address, .. }) => inside || is_private(function, address),
                Action::Visible(Operation::Store { address, .. }) => is_private(function, address),
                Action::Visible(
                    Operation::CurrentThread { .. } | Operation::Extent { .. } | Operation::Doubt { .. },
                ) => true,
                Action::Visible(Operation::Choose { domain: Domain::Spurious(_), .. }) => inside,
                Action::Call { callee: Callee::Direct(callee), arguments, .. } => {
                    if inside && only_reads(self.program, *callee, 0) || does_nothing(self.program, *callee, 0) {
                        true
                    } else if keeps && self.locks(*callee, arguments, mutex, back, calls) {
                        continue;
                    } else {
                        false
                    }
                }
                Action::Visible(_) | Action::Call { .. } | Action::Return(_) | Action::Stop(_) => false,
            };
            let is_local = is_local || planted::bug!(SectionsForgotten);
            if !(is_local && keeps && self.before(id, edge.from, mutex, back, calls)) {
                return false;
            }
        }
        at != function.entry || self.before_calls(id, mutex, back, calls)
    }

    /// The same for the places at which a function is called.
    fn before_calls(&self, id: FunctionId, mutex: &Expr, back: &mut Back<'_>, calls: u32) -> bool {
        let callee = &self.program.functions[id.index()];
        let mut is_parameter = true;
        mutex.for_each_register(&mut |it| is_parameter &= it.0 < callee.parameters);
        if !is_parameter || id == self.program.entry || self.is_address_taken(id) {
            return false;
        }
        for (index, function) in self.program.functions.iter().enumerate() {
            for edge in &function.edges {
                let Action::Call { callee: Callee::Direct(called), arguments, .. } = &edge.action else { continue };
                if *called != id {
                    continue;
                }
                let Some(mutex) = with_arguments(mutex, arguments) else { return false };
                if !self.before(FunctionId(index as u32), edge.from, &mutex, back, calls + 1) {
                    return false;
                }
            }
        }
        true
    }

    /// Whether a function locks a mutex and then does nothing, wherever it returns.
    fn locks(&self, id: FunctionId, arguments: &[Expr], mutex: &Expr, back: &mut Back<'_>, calls: u32) -> bool {
        let function = &self.program.functions[id.index()];
        // Addresses of slots and registers of the caller mean something else there.
        let parameter = arguments.iter().position(|it| it == mutex).map(|it| Expr::Register(RegisterId(it as u32)));
        let own = match (parameter, mutex) {
            (Some(parameter), _) => parameter,
            (None, Expr::Address(Base::Global(_), _)) => mutex.clone(),
            _ => return false,
        };
        let returns: Vec<Location> =
            function.edges.iter().filter(|it| matches!(it.action, Action::Return(_))).map(|it| it.from).collect();
        let sets = |it: &Edge| walk::written(&it.action).is_some_and(|it| mentions(&own, *it));
        let mut inner = Back { round: None, seen: Vec::new(), steps: back.steps };
        let locks = !returns.is_empty()
            && !function.edges.iter().any(sets)
            && returns.into_iter().all(|it| self.reaches_lock(id, it, &own, &mut inner, calls + 1));
        back.steps = inner.steps;
        locks
    }

    /// As `before`, but within a function: its beginning is no lock.
    fn reaches_lock(&self, id: FunctionId, at: Location, mutex: &Expr, back: &mut Back<'_>, calls: u32) -> bool {
        let function = &self.program.functions[id.index()];
        back.steps += 1;
        if at == function.entry || back.steps > MOST_STEPS || calls > MOST_CALLS {
            return false;
        }
        let mut arriving = function.edges.iter().filter(|it| it.to == at && !it.ends()).peekable();
        arriving.peek().is_some()
            && arriving.all(|edge| match &edge.action {
                Action::Skip | Action::Assign(..) => self.reaches_lock(id, edge.from, mutex, back, calls),
                Action::Visible(Operation::Lock { mutex: locked, .. }) => locked == mutex,
                Action::Call { callee: Callee::Direct(callee), arguments, .. } => {
                    self.locks(*callee, arguments, mutex, back, calls)
                        || does_nothing(self.program, *callee, 0)
                            && self.reaches_lock(id, edge.from, mutex, back, calls)
                }
                Action::Visible(_) | Action::Call { .. } | Action::Return(_) | Action::Stop(_) => false,
            })
    }

    /// Whether a function can be called otherwise than by its name.
    pub fn is_address_taken(&self, id: FunctionId) -> bool {
        let is_it = |base: &Base| *base == Base::Function(id);
        let mut is_taken = self.program.runner == Some(id)
            || self.program.globals.iter().flat_map(|it| &it.init.addresses).any(|it| is_it(&it.1));
        for expr in self.program.functions.iter().flat_map(|it| &it.edges).flat_map(walk::expressions) {
            walk::for_each_leaf(expr, &mut |leaf| is_taken |= matches!(leaf, Expr::Address(base, _) if is_it(base)));
        }
        is_taken
    }
}

fn mentions(expr: &Expr, register: RegisterId) -> bool {
    let mut found = false;
    expr.for_each_register(&mut |it| found |= it == register);
    found
}

/// The expression with some registers replaced.
fn replaced(expr: &Expr, by: &dyn Fn(RegisterId) -> Option<Expr>) -> Expr {
    let mut expr = expr.clone();
    walk::for_each_leaf_mut(&mut expr, &mut |leaf| {
        if let Expr::Register(register) = leaf {
            if let Some(new) = by(*register) {
                *leaf = new;
            }
        }
    });
    expr
}

/// An expression over the parameters of a function where it is called; nothing if it is about a slot of that function.
pub(super) fn with_arguments(expr: &Expr, arguments: &[Expr]) -> Option<Expr> {
    let mut is_own = false;
    walk::for_each_leaf(expr, &mut |leaf| is_own |= matches!(leaf, Expr::Address(Base::Slot(_), _)));
    (!is_own).then(|| replaced(expr, &|it| arguments.get(it.index()).cloned()))
}
