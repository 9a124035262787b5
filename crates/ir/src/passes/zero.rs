//! Which registers are only ever asked whether they are zero; for [`super::choices`], whose head has the definition.

use crate::syntax::*;

/// The answer for each register of each function.
pub(super) struct ZeroContexts {
    only_tested: Vec<Vec<bool>>,
}

impl ZeroContexts {
    /// Computes the largest set by removing what contradicts it, until nothing does.
    pub(super) fn of(program: &Program) -> ZeroContexts {
        let only_tested = program.functions.iter().map(|it| vec![true; it.registers.len()]).collect();
        let mut contexts = ZeroContexts { only_tested };
        loop {
            let mut contradicted = Vec::new();
            for (index, function) in program.functions.iter().enumerate() {
                let mut exact = |register: RegisterId| {
                    if contexts.only_tested[index][register.index()] {
                        contradicted.push((index, register));
                    }
                };
                for edge in &function.edges {
                    contexts.edge(FunctionId(index as u32), edge, &mut exact);
                }
            }
            if contradicted.is_empty() {
                return contexts;
            }
            for (index, register) in contradicted {
                contexts.only_tested[index][register.index()] = false;
            }
        }
    }

    pub(super) fn is_only_tested(&self, function: FunctionId, register: RegisterId) -> bool {
        self.only_tested[function.index()][register.index()]
    }

    /// Calls `exact` on registers that are read elsewhere than in a zero context.
    fn edge(&self, id: FunctionId, edge: &Edge, exact: &mut impl FnMut(RegisterId)) {
        if let Some(condition) = super::walk::condition(&edge.guard) {
            visit(condition, true, exact);
        }
        match &edge.action {
            Action::Assign(dest, value) => visit(value, self.is_only_tested(id, *dest), exact),
            Action::Call { dest: _, callee: Callee::Direct(callee), arguments } => {
                for (index, argument) in arguments.iter().enumerate() {
                    visit(argument, self.is_only_tested(*callee, RegisterId(index as u32)), exact);
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
        Expr::Unary(Unary::Not | Unary::NegateSigned, operand) | Expr::Truncate(_, operand) => {
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
