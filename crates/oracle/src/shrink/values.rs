//! Passes over expressions, constants, domains and initial values; and the walk over all expressions.

use super::Shrinker;
use ir::passes::walk;
use ir::{Action, DataModel, Domain, Expr, Function, Guard, Operation, Program, Width};

impl Shrinker<'_> {
    /// Replaces expressions by simpler ones and numbers by smaller ones.
    pub(super) fn simplify_values(&mut self) {
        let mut index = 0;
        while let Some(simpler) = simpler_at(&self.best, index) {
            let taken = simpler.into_iter().any(|expr| {
                self.attempt_with(|program| {
                    replace_at(program, index, expr);
                    repeat_conditions(program);
                })
            });
            if !taken {
                index += 1;
            }
        }
        self.simplify_domains();
        for global in 0..self.best.globals.len() {
            self.attempt_with(|program| program.globals[global].init.bytes.clear());
            self.attempt_with(|program| program.globals[global].init.addresses.clear());
        }
    }

    fn simplify_domains(&mut self) {
        for function in 0..self.best.functions.len() {
            for edge in 0..self.best.functions[function].edges.len() {
                loop {
                    let edges = self.best.functions.get(function).map(|it| &it.edges);
                    let Some(Action::Visible(Operation::Choose { domain, .. })) =
                        edges.and_then(|it| it.get(edge)).map(|it| &it.action)
                    else {
                        break;
                    };
                    let simpler = match *domain {
                        Domain::Any => vec![Domain::Range { low: 0, high: 1 }],
                        Domain::Spurious(_) => vec![Domain::Range { low: 0, high: 0 }],
                        Domain::Range { low, high } => vec![
                            Domain::Range { low: 0, high: high.wrapping_sub(low) },
                            Domain::Range { low, high: low },
                            Domain::Range { low, high: high.wrapping_sub(1) },
                        ],
                    };
                    let taken = simpler.into_iter().any(|simpler| {
                        self.attempt_with(|program| {
                            let action = &mut program.functions[function].edges[edge].action;
                            if let Action::Visible(Operation::Choose { domain, .. }) = action {
                                *domain = simpler;
                            }
                        })
                    });
                    if !taken {
                        break;
                    }
                }
            }
        }
    }
}

/// What the expression with this number could be replaced by, the simplest first; nothing if there are not so many.
fn simpler_at(program: &Program, index: usize) -> Option<Vec<Expr>> {
    let mut count = 0;
    for function in &program.functions {
        let mut found = None;
        for_each_expr_of(function, &mut |expr| {
            if count == index {
                found = Some(simpler(expr, function, program.model));
            }
            count += 1;
        });
        if found.is_some() {
            return found;
        }
    }
    None
}

fn simpler(expr: &Expr, function: &Function, model: DataModel) -> Vec<Expr> {
    let width = function.width_of(expr, model);
    let mut all = vec![Expr::Const(width, 0)];
    if width == Width::BOOL {
        all.push(Expr::TRUE);
    }
    let operands: Vec<&Expr> = match expr {
        Expr::Const(width, value) => {
            all.extend([1, value / 2, value.wrapping_sub(1)].map(|it| Expr::constant(*width, it)));
            Vec::new()
        }
        Expr::Address(base, _) => {
            all.push(Expr::Address(*base, 0));
            Vec::new()
        }
        Expr::Register(_) => Vec::new(),
        Expr::Unary(_, operand)
        | Expr::Extend { operand, .. }
        | Expr::Truncate(_, operand)
        | Expr::Convert { operand, .. } => vec![operand],
        Expr::Binary(_, left, right) => vec![left, right],
        Expr::Select(_, yes, no) => vec![yes, no],
    };
    all.extend(operands.into_iter().filter(|it| function.width_of(it, model) == width).cloned());
    all
}

/// Makes each `Unless` repeat the condition of its `If`.
fn repeat_conditions(program: &mut Program) {
    for function in &mut program.functions {
        let mut last = None;
        for edge in &mut function.edges {
            match &mut edge.guard {
                Guard::Always => {}
                Guard::If(condition) => last = Some(condition.clone()),
                Guard::Unless(condition) => {
                    if let Some(last) = last.take() {
                        *condition = last;
                    }
                }
            }
        }
    }
}

fn replace_at(program: &mut Program, index: usize, by: Expr) {
    let mut by = Some(by);
    let mut count = 0;
    for function in &mut program.functions {
        for_each_expr_mut(function, &mut |expr| {
            if count == index {
                if let Some(by) = by.take() {
                    *expr = by;
                }
            }
            count += 1;
        });
    }
}

/// Calls `visit` on every expression and its parts, except for the conditions that an `Unless` repeats.
pub(super) fn for_each_expr(program: &Program, visit: &mut dyn FnMut(&Expr)) {
    for function in &program.functions {
        for_each_expr_of(function, visit);
    }
}

/// As [`for_each_expr`], for one function.
pub(super) fn for_each_expr_of(function: &Function, visit: &mut dyn FnMut(&Expr)) {
    // A copy is walked, so that there is only one walk to get right. Functions are small here.
    for_each_expr_mut(&mut function.clone(), &mut |expr| visit(expr));
}

/// As [`for_each_expr_of`], to change them. A part is visited after the whole, as it is then.
pub(super) fn for_each_expr_mut(function: &mut Function, visit: &mut dyn FnMut(&mut Expr)) {
    for edge in &mut function.edges {
        if let Guard::If(condition) = &mut edge.guard {
            parts(condition, visit);
        }
        walk::operands_mut(&mut edge.action).into_iter().for_each(|it| parts(it, visit));
    }
}

fn parts(expr: &mut Expr, visit: &mut dyn FnMut(&mut Expr)) {
    visit(expr);
    match expr {
        Expr::Const(..) | Expr::Register(_) | Expr::Address(..) => {}
        Expr::Unary(_, operand)
        | Expr::Extend { operand, .. }
        | Expr::Truncate(_, operand)
        | Expr::Convert { operand, .. } => parts(operand, visit),
        Expr::Binary(_, left, right) => {
            parts(left, visit);
            parts(right, visit);
        }
        Expr::Select(condition, yes, no) => {
            parts(condition, visit);
            parts(yes, visit);
            parts(no, visit);
        }
    }
}
