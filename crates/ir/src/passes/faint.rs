//! Faint values: those that decide nothing, because they only flow into themselves and each other.
//!
//! `while (!stop) tries++;` has a new state in each round if `tries` counts as part of the state, but what the program does
//! next never depends on it. A register is *faint* if each read of it is in an assignment to a faint register, or in a
//! store to a faint global; a global is faint if it is accessed by its name only, and what is loaded from it goes to faint
//! registers. Both are the greatest sets of this kind [Giegerich, Möncke, Wilhelm 1981]. Deviations:
//!
//! 1. Registers are judged for a whole function, globals for the whole program, not at each location.
//! 2. A read in an expression that can fault is one that decides something, unless the fault is a signed overflow: a
//!    counter of rounds would overflow some day, and that is no way out of a loop.

use super::walk;
use crate::syntax::*;

/// What decides nothing in a program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Faint {
    registers: Vec<Vec<bool>>,
    globals: Vec<bool>,
}

impl Faint {
    /// The faint registers and globals of a valid program.
    pub fn of(program: &Program) -> Faint {
        let all = |it: &Function| vec![true; it.registers.len()];
        let mut faint = Faint {
            registers: program.functions.iter().map(all).collect(),
            globals: vec![true; program.globals.len()],
        };
        for global in &program.globals {
            for (_, base, _) in &global.init.addresses {
                faint.decides_address(*base);
            }
        }
        loop {
            let before = faint.count();
            for (index, function) in program.functions.iter().enumerate() {
                function.edges.iter().for_each(|it| faint.look_at(index, it));
            }
            if faint.count() == before {
                return faint;
            }
        }
    }

    /// Whether a register of a function decides nothing.
    pub fn is_faint(&self, function: FunctionId, register: RegisterId) -> bool {
        self.registers[function.index()][register.index()]
    }

    /// Whether a global decides nothing.
    pub fn is_faint_global(&self, global: GlobalId) -> bool {
        self.globals[global.index()]
    }

    fn count(&self) -> usize {
        self.registers.iter().flatten().chain(&self.globals).filter(|it| **it).count()
    }

    /// Takes out what an edge makes decide something.
    fn look_at(&mut self, function: usize, edge: &Edge) {
        if let Some(condition) = walk::condition(&edge.guard).filter(|_| !planted::bug!(BranchesDecideNothing)) {
            self.decides(function, condition);
        }
        let keeps = |faint: &Faint, dest: &RegisterId| faint.registers[function][dest.index()];
        match &edge.action {
            Action::Assign(dest, value) if keeps(self, dest) && is_harmless(value) => self.decides_addresses(value),
            Action::Visible(Operation::Store { address, value, .. }) if self.names(address) && is_harmless(value) => {
                self.decides_addresses(value);
            }
            Action::Visible(Operation::Load { dest, address, .. }) if self.names(address) && keeps(self, dest) => {}
            Action::Visible(Operation::Update { dest, address, operand, .. })
                if self.names(address) && keeps(self, dest) && is_harmless(operand) =>
            {
                self.decides_addresses(operand);
            }
            action => walk::operands(action).into_iter().for_each(|it| self.decides(function, it)),
        }
    }

    /// Whether an address is that of a faint global.
    fn names(&self, address: &Expr) -> bool {
        matches!(address, Expr::Address(Base::Global(global), _) if self.globals[global.index()])
    }

    /// What the expression reads decides something.
    fn decides(&mut self, function: usize, expr: &Expr) {
        expr.for_each_register(&mut |it| self.registers[function][it.index()] = false);
        self.decides_addresses(expr);
    }

    /// Objects whose address is in the expression decide something.
    fn decides_addresses(&mut self, expr: &Expr) {
        walk::for_each_leaf(expr, &mut |leaf| {
            if let Expr::Address(base, _) = leaf {
                self.decides_address(*base);
            }
        });
    }

    fn decides_address(&mut self, base: Base) {
        if let Base::Global(global) = base {
            self.globals[global.index()] = false;
        }
    }
}

/// Whether evaluating the expression cannot end the thread, but for an overflow.
fn is_harmless(expr: &Expr) -> bool {
    use Binary::*;
    match expr {
        Expr::Const(..) | Expr::Register(_) | Expr::Address(..) => true,
        Expr::Unary(_, operand) | Expr::Extend { operand, .. } | Expr::Truncate(_, operand) => is_harmless(operand),
        Expr::Binary(operator, left, right) => {
            let only_overflows = matches!(operator, AddSigned | SubtractSigned | MultiplySigned);
            (only_overflows || !operator.can_fault()) && is_harmless(left) && is_harmless(right)
        }
        Expr::Convert { .. } => !expr.can_fault(),
        Expr::Select(condition, yes, no) => is_harmless(condition) && is_harmless(yes) && is_harmless(no),
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::program;
    use super::*;

    fn faint(text: &str) -> (Vec<bool>, Vec<bool>) {
        let Faint { registers, globals } = Faint::of(&program(text));
        (registers.into_iter().flatten().collect(), globals)
    }

    #[test]
    fn counters_that_nothing_depends_on_are_faint() {
        let counts = "global @n : i32 global @x : i32
            function @main() entry { reg %a : i32 reg %b : i32 reg %c : i32
            l0 -> l1: %a = (adds %a 1)  l1 -> l2: %b = load.4 [&@n] sc  l2 -> l3: store.4 [&@n] (adds %b %a) sc
            l3 -> l4: %c = load.4 [&@x] sc
            l4 -> l0 if (eq %c 0): skip  l4 -> l5 unless (eq %c 0): skip  l5: return }";
        assert_eq!(faint(counts), (vec![true, true, false], vec![true, false]));
    }

    #[test]
    fn what_decides_a_branch_an_address_or_a_fault_is_not() {
        let decides = "global @n : i32 global @p : u64
            function @main() entry { reg %a : i32 reg %b : i32 reg %c : i32
            l0 -> l1: %a = (add %a 1)  l1 -> l2: %b = (divu 7 %c)  l2 -> l3: store.8 [&@p] &@n sc
            l3 -> l0 if (eq %a 9): skip  l3 -> l4 unless (eq %a 9): skip  l4: return }";
        assert_eq!(faint(decides), (vec![false, true, false], vec![false, true]));
    }
}
