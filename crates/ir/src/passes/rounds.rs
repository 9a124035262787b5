//! How often loops go round, as far as their text shows. It changes nothing and decides nothing: people are told what to expect.
//!
//! A loop *counts* if in each round it changes a register by a number, and leaves when that register reaches something that the loop
//! does not change. It *waits* if a round changes nothing but registers (or tries an exchange), so that only others can end it. Of
//! any other loop the text does not say when it ends.

use super::{loops, walk};
use crate::syntax::*;
use source::Span;
use std::collections::BTreeMap;

/// A loop of a function.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Loop {
    /// The location that every round comes through.
    pub head: Location,
    /// A place that shows it: what is decided first in a round, if anything is.
    pub span: Span,
    /// When it ends.
    pub end: End,
}

/// When a loop ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    /// After a number of rounds that is known when it begins.
    Counted,
    /// When somebody else has done something.
    Awaited,
    /// The text does not say.
    Open,
}

/// The loops of each function of a valid program.
pub fn rounds(program: &Program) -> Vec<Vec<Loop>> {
    let quiet = quiet_functions(program);
    program.functions.iter().map(|it| of_function(it, &quiet)).collect()
}

fn of_function(function: &Function, quiet: &[bool]) -> Vec<Loop> {
    let mut backs: BTreeMap<Location, Vec<usize>> = BTreeMap::new();
    for (index, _) in loops::retreating(function).into_iter().enumerate().filter(|it| it.1) {
        backs.entry(function.edges[index].to).or_default().push(index);
    }
    let mut found = Vec::new();
    for (head, backs) in backs {
        let body = Body::new(function, head, &backs);
        let end = match () {
            () if body.counts() => End::Counted,
            () if body.looks() && body.edges().all(|it| is_quiet(&it.action, quiet)) => End::Awaited,
            () => End::Open,
        };
        found.push(Loop { head, span: body.span(), end });
    }
    found
}

/// A loop, by the locations that its rounds come through.
struct Body<'f> {
    function: &'f Function,
    head: Location,
    contains: Vec<bool>,
}

impl<'f> Body<'f> {
    /// What leads to one of the edges that go back without coming through the head.
    fn new(function: &'f Function, head: Location, backs: &[usize]) -> Self {
        let mut contains = vec![false; function.locations as usize];
        contains[head.index()] = true;
        let mut open: Vec<Location> = backs.iter().map(|it| function.edges[*it].from).collect();
        while let Some(location) = open.pop() {
            if !std::mem::replace(&mut contains[location.index()], true) {
                open.extend(function.edges.iter().filter(|it| it.to == location && !it.ends()).map(|it| it.from));
            }
        }
        Body { function, head, contains }
    }

    fn stays(&self, edge: &Edge) -> bool {
        !edge.ends() && self.contains[edge.from.index()] && self.contains[edge.to.index()]
    }

    /// The edges of its rounds.
    fn edges(&self) -> impl Iterator<Item = &'f Edge> {
        self.function.edges.iter().filter(|it| self.stays(it))
    }

    /// Whether a round finds out anything about others.
    fn looks(&self) -> bool {
        self.edges().any(|it| matches!(it.action, Action::Visible(_) | Action::Call { .. }))
    }

    fn span(&self) -> Span {
        let places = self.function.leaving(self.head).iter().chain(self.edges());
        places.map(|it| it.span).find(|it| it.is_some()).unwrap_or(Span::NONE)
    }

    /// Whether some way out counts.
    fn counts(&self) -> bool {
        let exits = self.function.edges.iter().filter(|it| self.contains[it.from.index()] && !self.stays(it));
        let mut exits = exits.filter(|it| self.is_on_every_round(&|edge| edge.from == it.from));
        exits.any(|it| match &it.guard {
            Guard::Always => false,
            Guard::If(condition) => self.is_reached(condition, false),
            Guard::Unless(condition) => self.is_reached(condition, true),
        })
    }

    /// Whether a register that is counted comes to the end of the condition; the loop stays as long as it has this value.
    fn is_reached(&self, condition: &Expr, stays_if: bool) -> bool {
        let Expr::Binary(operator, left, right) = condition else { return false };
        let (left, right) = (self.plain(left), self.plain(right));
        let (counter, is_left) = match (&left, &right) {
            (Expr::Register(counter), bound) if self.is_fixed(bound) => (*counter, true),
            (bound, Expr::Register(counter)) if self.is_fixed(bound) => (*counter, false),
            _ => return false,
        };
        let Some(step) = self.step(counter) else { return false };
        match operator {
            Binary::Less | Binary::LessEqual | Binary::LessSigned | Binary::LessEqualSigned => {
                (step > 0) == (is_left == stays_if)
            }
            Binary::NotEqual => stays_if && step.abs() == 1,
            Binary::Equal => !stays_if && step.abs() == 1,
            _ => false,
        }
    }

    /// By how much each round changes the register, if it is known and has one sign.
    fn step(&self, counter: RegisterId) -> Option<i64> {
        let mut step: Option<i64> = None;
        for edge in self.edges().filter(|it| walk::written(&it.action) == Some(&counter)) {
            let Action::Assign(_, value) = &edge.action else { return None };
            let by = self.difference(value, counter)?;
            if step.is_some_and(|it| it.signum() != by.signum()) {
                return None;
            }
            step = Some(step.map_or(by, |it| if it.abs() < by.abs() { by } else { it }));
        }
        let counted = |edge: &Edge| walk::written(&edge.action) == Some(&counter);
        step.filter(|it| *it != 0 && self.is_on_every_round(&counted))
    }

    /// What the value is more than the register.
    fn difference(&self, value: &Expr, counter: RegisterId) -> Option<i64> {
        let Expr::Binary(operator, left, right) = value else { return None };
        let (left, right) = (self.plain(left), self.plain(right));
        let (base, by) = match (operator, &left, &right) {
            (Binary::Add | Binary::AddSigned, base, Expr::Const(width, by)) => (base, width.signed(*by)),
            (Binary::Add | Binary::AddSigned, Expr::Const(width, by), base) => (base, width.signed(*by)),
            (Binary::Subtract | Binary::SubtractSigned, base, Expr::Const(width, by)) => {
                (base, width.signed(*by).checked_neg()?)
            }
            _ => return None,
        };
        (*base == Expr::Register(counter)).then_some(by)
    }

    /// The expression without conversions, and with the register that a register is a copy of in its place.
    fn plain(&self, expr: &Expr) -> Expr {
        match expr {
            Expr::Extend { operand, .. } | Expr::Truncate(_, operand) => self.plain(operand),
            Expr::Register(register) => {
                let mut writes = self.edges().filter(|it| walk::written(&it.action) == Some(register));
                match (writes.next().map(|it| &it.action), writes.next()) {
                    (Some(Action::Assign(_, Expr::Register(original))), None) if original != register => {
                        Expr::Register(*original)
                    }
                    _ => expr.clone(),
                }
            }
            _ => expr.clone(),
        }
    }

    /// Whether the loop leaves its value as it is.
    fn is_fixed(&self, expr: &Expr) -> bool {
        let mut fixed = true;
        expr.for_each_register(&mut |register| {
            fixed &= !self.edges().any(|it| walk::written(&it.action) == Some(&register));
        });
        fixed
    }

    /// Whether no round gets around these edges.
    fn is_on_every_round(&self, wanted: &dyn Fn(&Edge) -> bool) -> bool {
        let mut seen = vec![false; self.contains.len()];
        let mut open = vec![self.head];
        while let Some(location) = open.pop() {
            for edge in self.function.leaving(location).iter().filter(|it| self.stays(it) && !wanted(it)) {
                if edge.to == self.head {
                    return false;
                }
                if !std::mem::replace(&mut seen[edge.to.index()], true) {
                    open.push(edge.to);
                }
            }
        }
        true
    }
}

/// For each function whether it changes nothing but registers, whatever it calls.
fn quiet_functions(program: &Program) -> Vec<bool> {
    let mut quiet = vec![true; program.functions.len()];
    loop {
        let is_quiet = |it: &Function| it.edges.iter().all(|it| is_quiet(&it.action, &quiet));
        let next: Vec<bool> = program.functions.iter().map(is_quiet).collect();
        if next == quiet {
            return quiet;
        }
        quiet = next;
    }
}

fn is_quiet(action: &Action, functions: &[bool]) -> bool {
    match action {
        Action::Skip | Action::Assign(..) | Action::Return(_) | Action::Stop(_) => true,
        Action::Call { callee: Callee::Direct(callee), .. } => functions[callee.index()],
        Action::Call { callee: Callee::Indirect(_), .. } => false,
        Action::Visible(operation) => match operation {
            Operation::Load { .. }
            | Operation::CompareExchange { .. }
            | Operation::Fence(_)
            | Operation::Lock { .. }
            | Operation::TryLock { .. }
            | Operation::Unlock { .. }
            | Operation::CurrentThread { .. }
            | Operation::Extent { .. }
            | Operation::Doubt { .. }
            | Operation::AtomicBegin { .. }
            | Operation::AtomicEnd => true,
            // Others than these make something new of the old value each time.
            Operation::Update { update, .. } => match update {
                Update::Exchange | Update::And | Update::Or | Update::AddIfFits | Update::SubtractIfFits => true,
                Update::Add | Update::Subtract | Update::Xor | Update::Nand => false,
            },
            Operation::Store { .. }
            | Operation::InitMutex { .. }
            | Operation::DestroyMutex(_)
            | Operation::Spawn { .. }
            | Operation::Join { .. }
            | Operation::Detach(_)
            | Operation::Choose { .. }
            | Operation::Allocate { .. }
            | Operation::Reallocate { .. }
            | Operation::Free(_)
            | Operation::Release(_)
            | Operation::OpenSlot(_)
            | Operation::CloseSlot(_) => false,
        },
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{main, program};
    use super::{End, rounds};

    #[track_caller]
    fn assert_ends(body: &str, expected: &[End]) {
        let program = main(&format!("reg %i : i32 reg %n : i32 reg %t : i32 {body}"));
        let ends: Vec<End> = rounds(&program)[0].iter().map(|it| it.end).collect();
        assert_eq!(ends, expected, "{body}");
    }

    /// A loop with this way to stay in it, and this change of its counter.
    fn counting(stay: &str, change: &str) -> String {
        format!(
            "l0 -> l1: %i = 3
             l1 -> l2 if {stay}: skip l1 -> l4 unless {stay}: skip
             l2 -> l3: store.4 [&@x] %i na
             l3 -> l1: %i = {change}
             l4: return"
        )
    }

    #[test]
    fn loops_that_count_towards_their_end() {
        for (stay, change) in [
            ("(slt %i 9)", "(adds %i 1)"),
            ("(ule %i %n)", "(add 4:i32 %i)"),
            ("(slt 0:i32 %i)", "(subs %i 1)"),
            ("(slt 0:i32 %i)", "(add %i -2)"),
            ("(ne %i 0)", "(subs %i 1)"),
        ] {
            assert_ends(&counting(stay, change), &[End::Counted]);
        }
    }

    #[test]
    fn loops_that_count_away_from_it_or_not_at_all() {
        for (stay, change) in [
            ("(slt %i 9)", "(subs %i 1)"),
            ("(slt 0:i32 %i)", "(adds %i 1)"),
            ("(eq %i 0)", "(adds %i 1)"),
            ("(ne %i 0)", "(subs %i 2)"),
            ("(slt %i 9)", "(adds %i %n)"),
            ("(slt %i 9)", "(divs %i 2)"),
            ("(slt %n %t)", "(adds %i 1)"),
        ] {
            assert_ends(&counting(stay, change), &[End::Open]);
        }
    }

    #[test]
    fn a_copy_of_the_counter_counts() {
        assert_ends(
            "l0 -> l1: %i = 9
             l1 -> l2: %t = %i
             l2 -> l3: %i = (subs %t 1)
             l3 -> l4 if (ne %t 0): skip l3 -> l5 unless (ne %t 0): skip
             l4 -> l1: store.4 [&@x] 1 na
             l5: return",
            &[End::Counted],
        );
    }

    #[test]
    fn a_round_that_gets_around_the_counter_or_the_exit_is_open() {
        let around = "l0 -> l1: %i = 0
             l1 -> l2 if (slt %i 9): skip l1 -> l4 unless (slt %i 9): skip
             l2 -> l3 if (eq %t 0): store.4 [&@x] 1 na l2 -> l1 unless (eq %t 0): store.4 [&@x] 2 na
             l3 -> l1: %i = (adds %i 1)
             l4: return";
        assert_ends(around, &[End::Open]);
        let exit = "l0 -> l1: %i = 0
             l1 -> l2 if (eq %t 0): store.4 [&@x] 1 na l1 -> l3 unless (eq %t 0): skip
             l2 -> l3 if (slt %i 9): skip l2 -> l4 unless (slt %i 9): skip
             l3 -> l1: %i = (adds %i 1)
             l4: return";
        assert_ends(exit, &[End::Open]);
    }

    #[test]
    fn loops_that_wait_and_loops_inside_loops() {
        assert_ends(
            "l0 -> l1: %t = load.4 [&@x] sc
             l1 -> l0 if (eq %t 0): skip l1 -> l2 unless (eq %t 0): skip
             l2 -> l3: %t = update.exchange.4 [&@x] 1 sc
             l3 -> l2 if (ne %t 0): skip l3 -> l4 unless (ne %t 0): skip
             l4 -> l5: %i = 0
             l5 -> l6: %t = update.add.4 [&@x] 1 sc
             l6 -> l6 if (eq %t 7): %t = (add %t 1) l6 -> l5 unless (eq %t 7): skip",
            &[End::Awaited, End::Awaited, End::Open, End::Open],
        );
    }

    #[test]
    fn what_is_called_matters() {
        let program = program(
            "global @x : i32
             function @peek() -> i32 { reg %t : i32 l0 -> l1: %t = load.4 [&@x] sc l1: return %t }
             function @poke() -> i32 { l0 -> l1: store.4 [&@x] 1 sc l1: return 0 }
             function @main() entry {
               reg %t : i32
               l0 -> l1: %t = call @peek()
               l1 -> l0 if (eq %t 0): skip l1 -> l2 unless (eq %t 0): skip
               l2 -> l3: %t = call @poke()
               l3 -> l2 if (eq %t 0): skip l3 -> l4 unless (eq %t 0): skip
               l4: return
             }",
        );
        let ends: Vec<End> = rounds(&program)[2].iter().map(|it| it.end).collect();
        assert_eq!(ends, [End::Awaited, End::Open]);
    }
}
