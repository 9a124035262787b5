//! Which registers are only ever asked whether they are zero; for [`super::choices`], whose head has the definition.

use crate::syntax::*;

/// The answer for each register of each function.
pub(super) struct ZeroContexts {
    only_tested: Vec<Vec<bool>>,
}

/// A register of some function.
type Named = (FunctionId, RegisterId);

impl ZeroContexts {
    /// Computes the largest set by removing what contradicts it, until nothing does.
    pub(super) fn of(program: &Program) -> ZeroContexts {
        let only_tested = program.functions.iter().map(|it| vec![true; it.registers.len()]).collect();
        let mut contexts = ZeroContexts { only_tested };
        let mut flows = Flows::new(program);
        let mut contradicted = Vec::new();
        for (index, function) in program.functions.iter().enumerate() {
            let id = FunctionId(index as u32);
            for edge in &function.edges {
                flows.edge(id, edge, &mut |register| contradicted.push((id, register)));
            }
        }
        while let Some((function, register)) = contradicted.pop() {
            let only_tested = &mut contexts.only_tested[function.index()][register.index()];
            if std::mem::replace(only_tested, false) {
                for (from, value) in flows.get(function, register) {
                    visit(value, false, &mut |it| contradicted.push((*from, it)));
                }
            }
        }
        contexts
    }

    pub(super) fn is_only_tested(&self, function: FunctionId, register: RegisterId) -> bool {
        self.only_tested[function.index()][register.index()]
    }
}

/// The values that registers get from expressions, in the function that computes them: for each function and register.
struct Flows<'p> {
    into: Vec<Vec<Vec<(FunctionId, &'p Expr)>>>,
}

impl<'p> Flows<'p> {
    fn new(program: &'p Program) -> Flows<'p> {
        Flows { into: program.functions.iter().map(|it| vec![Vec::new(); it.registers.len()]).collect() }
    }

    fn get(&self, function: FunctionId, register: RegisterId) -> &[(FunctionId, &'p Expr)] {
        &self.into[function.index()][register.index()]
    }

    /// Notes what flows where, and calls `exact` on registers that are read elsewhere than in a zero context, whatever
    /// becomes of the registers that get a value.
    fn edge(&mut self, id: FunctionId, edge: &'p Edge, exact: &mut impl FnMut(RegisterId)) {
        if let Some(condition) = super::walk::condition(&edge.guard) {
            visit(condition, true, exact);
        }
        let mut flow = |(function, register): Named, value: &'p Expr| {
            visit(value, true, exact);
            self.into[function.index()][register.index()].push((id, value));
        };
        match &edge.action {
            Action::Assign(dest, value) => flow((id, *dest), value),
            Action::Call { dest: _, callee: Callee::Direct(callee), arguments } => {
                for (index, argument) in arguments.iter().enumerate() {
                    flow((*callee, RegisterId(index as u32)), argument);
                }
            }
            action => super::walk::operands(action).into_iter().for_each(|it| visit(it, false, exact)),
        }
    }
}

fn visit(expr: &Expr, in_zero_context: bool, exact: &mut impl FnMut(RegisterId)) {
    match expr {
        Expr::Const(..) | Expr::Address(..) => {}
        Expr::Register(register) => {
            if !in_zero_context {
                exact(*register);
            }
        }
        Expr::Extend { operand, .. } | Expr::Unary(Unary::Negate, operand) => visit(operand, in_zero_context, exact),
        Expr::Unary(_, operand) | Expr::Truncate(_, operand) | Expr::Convert { operand, .. } => {
            visit(operand, false, exact);
        }
        Expr::Binary(operator, left, right) => {
            let is_zero = |expr: &Expr| matches!(expr, Expr::Const(_, 0));
            let is_test = match operator {
                Binary::Or => in_zero_context,
                Binary::Equal | Binary::NotEqual => is_zero(left) || is_zero(right),
                Binary::Less => is_zero(left),
                Binary::LessEqual => is_zero(right),
                _ => false,
            };
            visit(left, is_test, exact);
            visit(right, is_test, exact);
        }
        Expr::Select(condition, yes, no) => {
            visit(condition, true, exact);
            visit(yes, in_zero_context, exact);
            visit(no, in_zero_context, exact);
        }
    }
}
