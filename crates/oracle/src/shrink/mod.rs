//! Makes a failing program small.
//!
//! Greedy, to a fixpoint: each pass proposes candidates, and a candidate is taken if it is a valid program, smaller,
//! and still fails. "Smaller" is a strict order (`weight`), so the fixpoint is reached. Candidates are tidied before
//! they are weighed: unreachable code and empty steps are no reason to keep anything.
//!
//! `code` has the passes over threads, actions and branches, `values` those over expressions and constants, `tidy` what
//! is removed without changing what the program does.

mod code;
mod tidy;
mod values;

#[cfg(test)]
mod tests;

use ir::{Action, Domain, Expr, Operation, Program};

/// The smallest program that can be reached from this one by small steps such that `still_fails` holds. It is called
/// with valid programs only, but not with the first one, which is taken to fail.
pub fn shrink(program: Program, still_fails: &mut dyn FnMut(&Program) -> bool) -> Program {
    let mut shrinker = Shrinker { best: program, still_fails };
    loop {
        let before = weight(&shrinker.best);
        // From coarse to fine.
        shrinker.tidy();
        shrinker.drop_entry();
        shrinker.drop_threads();
        shrinker.drop_runner();
        shrinker.drop_mutexes();
        shrinker.return_early();
        shrinker.skip_actions();
        shrinker.skip_pairs();
        shrinker.drop_error_numbers();
        shrinker.choose_sides();
        shrinker.simplify_values();
        shrinker.drop_unused();
        if weight(&shrinker.best) >= before {
            return shrinker.best;
        }
    }
}

struct Shrinker<'a> {
    best: Program,
    still_fails: &'a mut dyn FnMut(&Program) -> bool,
}

impl Shrinker<'_> {
    /// Takes a candidate if it is better.
    fn attempt(&mut self, mut candidate: Program) -> bool {
        tidy::control(&mut candidate);
        let is_better = weight(&candidate) < weight(&self.best)
            && ir::validate::validate(&candidate).is_ok()
            && (self.still_fails)(&candidate);
        if is_better {
            self.best = candidate;
        }
        is_better
    }

    /// Takes a changed copy if it is better.
    fn attempt_with(&mut self, change: impl FnOnce(&mut Program)) -> bool {
        let mut candidate = self.best.clone();
        change(&mut candidate);
        self.attempt(candidate)
    }

    fn tidy(&mut self) {
        self.attempt_with(|_| {});
    }
}

/// What makes a program large: first its code, then its expressions, then its numbers, then its tables.
type Weight = (usize, usize, u128, usize);

fn weight(program: &Program) -> Weight {
    let (mut code, mut nodes, mut numbers) = (usize::from(program.runner.is_some()), 0, 0);
    for edge in program.functions.iter().flat_map(|it| &it.edges) {
        code += 1 + action_weight(&edge.action);
        if let Action::Visible(Operation::Choose { domain, .. }) = &edge.action {
            numbers += match domain {
                Domain::Any => 1 << 65,
                Domain::Spurious(_) => 2,
                Domain::Range { low, high } => u128::from(*low) + u128::from(high.wrapping_sub(*low)),
            };
        }
    }
    values::for_each_expr(program, &mut |expr| {
        nodes += match expr {
            Expr::Const(..) => 1,
            _ => 2,
        };
        numbers += match expr {
            Expr::Const(_, value) => u128::from(*value),
            Expr::Address(_, offset) => u128::from(offset.unsigned_abs()),
            _ => 0,
        };
    });
    for global in &program.globals {
        numbers += global.init.bytes.iter().map(|&it| u128::from(it)).sum::<u128>();
        numbers += global.init.addresses.len() as u128;
    }
    let locals = program.functions.iter().map(|it| it.parameters as usize + it.registers.len() + it.slots.len());
    let tables = program.globals.len() + program.functions.len() + locals.sum::<usize>();
    (code, nodes, numbers, tables)
}

fn action_weight(action: &Action) -> usize {
    match action {
        Action::Skip => 0,
        Action::Return(_) => 1,
        Action::Assign(..) | Action::Stop(_) => 2,
        Action::Visible(Operation::Lock { dest: Some(_), .. } | Operation::Unlock { dest: Some(_), .. }) => 4,
        Action::Visible(_) | Action::Call { .. } => 3,
    }
}
