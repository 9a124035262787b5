//! Makes the order of evaluation explicit where C leaves it open and it matters: from the typed tree to the typed tree.
//!
//! `lower` evaluates operands from left to right. That is one of the orders that C allows, so before it comes this pass, which
//! changes those expressions for which the order can make a difference, and leaves all others as they are:
//!
//! * **Undefined** (`i++ + i++`, `a[i] = i++`): evaluating the expression is a misuse. If it depends on pointers or indices whether
//!   the same object is meant (`*p = (*q)++`), or on a condition whether both accesses are made, the lvalues are
//!   [`ExprKind::Watched`]: each notes the address that it denotes, and compares it with those of the others.
//! * **In any order** (`g() + h()`, `x + g()`): what is unordered is evaluated ahead, each into a variable of its own, in an order
//!   that the program chooses as it chooses an input. Each order that can be told from the others is a branch.
//! * **Too much to try**: one more branch is not followed, which bounds the answer, and a sentence in the scope names the line.
//!
//! Where an undefined expression is let pass, everything in it is evaluated ahead, from left to right.
//!
//! `accesses` decides which accesses of an expression are in no order, `places` which objects these are, and `effects` what calls
//! do; `orders` changes the tree.
//!
//! # What is left out
//!
//! 1. Two operands that only read, of which one is plain: where another thread may write in between, that is a race, or nearly always. A
//!    section that a mutex protects is what it contains. A plain access beside one that synchronises and writes is in any order, if
//!    other threads may touch the object. Two reads that both synchronise are made from left to right, and the first once more to see
//!    whether it has changed (`orders`): that costs no execution where nothing writes in between. A loop that does nothing but test
//!    again reads from left to right in each round, and a sentence in the scope says so: its rounds would double with each change.
//! 2. The write of an assignment whose value is used by another operand takes place before that is. A later one could be told only by
//!    a call in between, and the answer is bounded if there is one.
//! 3. The statements of `({ … })` are like the body of a function: not interleaved with other operands.
//! 4. What a recursive call frees (`count = 1 + clear(it->left) + clear(it->right)`) is taken as apart from what other operands
//!    touch; a sentence in the scope says so. Trying all orders for each node of a tree is hopeless.
//! 5. Models of the library are left as they are.

mod accesses;
mod effects;
mod orders;
mod places;
mod walk;

pub(crate) use orders::UNSEQUENCED;

use crate::Allowed;
use crate::tree::{
    Builtin, Element, Expr, ExprKind, FunctionId, Record, Stmt, StmtKind, Type, Unit, Variable, VariableId,
};
use accesses::Walk;
use effects::Summaries;
use ir::{DataModel, Tolerance};
use places::Locals;
use source::{Sources, Span};
use std::collections::HashSet;

/// What is known of the whole program.
struct Context<'t> {
    model: DataModel,
    records: &'t [Record],
    /// Variables that pointers may lead to.
    exposed: HashSet<VariableId>,
    summaries: Summaries,
}

/// Whether a variable is named in an expression.
pub(crate) fn mentions(expr: &Expr, variable: VariableId) -> bool {
    matches!(expr.kind, ExprKind::Variable(it) if it == variable)
        || walk::children(expr).into_iter().any(|it| mentions(it, variable))
}

/// Whether a variable, or a part of it, is read in an expression by its name.
pub(crate) fn reads(expr: &Expr, variable: VariableId) -> bool {
    matches!(&expr.kind, ExprKind::Load(lvalue) if places::variable_of(lvalue) == Some(variable))
        || walk::children(expr).into_iter().any(|it| reads(it, variable))
}

/// Changes the expressions of a program whose order of evaluation matters.
pub(crate) fn resolve(unit: &mut Unit) {
    let Unit { model, records, functions, variables, approximations, allowed, passed, sources, .. } = unit;
    let exposed = effects::exposed(functions, variables);
    let mut context = Context { model: *model, records, exposed, summaries: Summaries::default() };
    context.summaries = effects::summaries(&context, functions, variables);
    let allows = (&*allowed, &*sources);
    for (index, function) in functions.iter_mut().enumerate().filter(|it| !it.1.library) {
        let locals = Locals::of(FunctionId(index as u32), function, variables);
        let mut pass = Pass { context: &context, locals, variables, approximations, allows, passed, waits: false };
        function.body.iter_mut().for_each(|it| pass.statements(it));
    }
    unit.named = std::mem::take(&mut context.summaries.named);
}

/// Whether a statement does nothing but to let others go on.
fn is_idle(statement: &Stmt) -> bool {
    match &statement.kind {
        StmtKind::Block(inner) => inner.iter().all(is_idle),
        StmtKind::Continue | StmtKind::Label(_) => true,
        StmtKind::Expr(expr) => is_idle_value(expr),
        StmtKind::Declare { .. }
        | StmtKind::If(..)
        | StmtKind::While(..)
        | StmtKind::DoWhile(..)
        | StmtKind::For(..)
        | StmtKind::Switch { .. }
        | StmtKind::Goto(_)
        | StmtKind::Break
        | StmtKind::Return(_) => false,
    }
}

fn is_idle_value(expr: &Expr) -> bool {
    let is_fine = match &expr.kind {
        ExprKind::Builtin(builtin, _) => matches!(builtin, Builtin::Ignore | Builtin::Fence(_)),
        ExprKind::Constant(_) | ExprKind::Convert(_) | ExprKind::AddressOf(_) | ExprKind::Variable(_) => true,
        _ => false,
    };
    is_fine && walk::operands(expr).into_iter().all(is_idle_value)
}

/// The pass over one function.
struct Pass<'c, 't> {
    context: &'c Context<'t>,
    locals: Locals,
    variables: &'c mut Vec<Variable>,
    approximations: &'c mut Vec<String>,
    allows: (&'c Allowed, &'c Sources),
    passed: &'c mut Vec<(Tolerance, Span)>,
    /// Whether the condition of a loop is looked at that does nothing but test again.
    waits: bool,
}

impl Pass<'_, '_> {
    fn statements(&mut self, statements: &mut Vec<Stmt>) {
        let mut index = 0;
        while index < statements.len() {
            let before = self.statement(&mut statements[index]);
            let count = before.len();
            statements.splice(index..index, before);
            index += count + 1;
        }
    }

    /// What is in a box is one statement, so what comes before goes into a block with it.
    fn boxed(&mut self, statement: &mut Stmt) {
        let mut before = self.statement(statement);
        if !before.is_empty() {
            let span = statement.span;
            let nothing = Stmt { kind: StmtKind::Block(Vec::new()), span };
            before.push(std::mem::replace(statement, nothing));
            statement.kind = StmtKind::Block(before);
        }
    }

    /// Changes the expressions of a statement; gives what has to come before it.
    fn statement(&mut self, statement: &mut Stmt) -> Vec<Stmt> {
        match &mut statement.kind {
            StmtKind::Expr(expr) | StmtKind::Return(Some(expr)) => self.full(expr),
            StmtKind::Block(inner) => self.statements(inner),
            StmtKind::Declare { init, .. } => return self.initialiser(init),
            StmtKind::If(condition, yes, no) => {
                self.full(condition);
                self.boxed(yes);
                no.iter_mut().for_each(|it| self.boxed(it));
            }
            StmtKind::While(condition, body) | StmtKind::DoWhile(body, condition) => {
                self.waits = is_idle(body);
                self.full(condition);
                self.waits = false;
                self.boxed(body);
            }
            StmtKind::For(start, test, step, body) => {
                let before = start.iter_mut().flat_map(|it| self.statement(it)).collect();
                self.waits = step.is_none() && is_idle(body);
                test.iter_mut().for_each(|it| self.full(it));
                self.waits = false;
                step.iter_mut().for_each(|it| self.full(it));
                self.boxed(body);
                return before;
            }
            StmtKind::Switch { value, body, .. } => {
                self.full(value);
                self.boxed(body);
            }
            StmtKind::Label(_) | StmtKind::Goto(_) | StmtKind::Break | StmtKind::Continue | StmtKind::Return(None) => {}
        }
        Vec::new()
    }

    /// The values of an initialiser are in any order (C11 6.7.9p23).
    fn initialiser(&mut self, init: &mut [Element]) -> Vec<Stmt> {
        let found = match init.len() {
            0 | 1 => accesses::Found::default(),
            _ => Walk::new(self.context, &self.locals).list(init.iter().map(|it| &it.value)),
        };
        let before = match found.is_nothing() {
            true => Vec::new(),
            false => self.values_in_any_order(init, found),
        };
        init.iter_mut().for_each(|it| self.full(&mut it.value));
        before
    }

    /// So are those of a compound literal (C11 6.5.2.5p7).
    fn literal(&mut self, expr: &mut Expr) {
        if let ExprKind::CompoundLiteral(_, elements) = &mut expr.kind {
            let before = self.initialiser(elements);
            orders::prepend(expr, before);
        }
    }

    /// An expression that is sequenced with all others.
    fn full(&mut self, expr: &mut Expr) {
        if walk::is_sequenced(expr) {
            self.inside(expr);
            return;
        }
        let found = Walk::new(self.context, &self.locals).expression(expr);
        if found.is_nothing() {
            self.inside(expr);
        } else {
            self.resolve(expr, found);
        }
    }

    /// The expressions behind the sequence points of one that was looked at.
    fn inside(&mut self, expr: &mut Expr) {
        if let ExprKind::Statements(statements, last) = &mut expr.kind {
            self.statements(statements);
            last.iter_mut().for_each(|it| self.full(it));
        } else if matches!(expr.kind, ExprKind::CompoundLiteral(..)) {
            self.literal(expr);
        } else if walk::is_sequenced(expr) {
            walk::operands_mut(expr).into_iter().for_each(|it| self.full(it));
        } else {
            walk::operands_mut(expr).into_iter().for_each(|it| self.inside(it));
        }
    }

    fn variable(&mut self, name: &str, ty: Type, span: Span) -> VariableId {
        self.variables.push(Variable {
            name: name.to_owned(),
            ty,
            storage: crate::tree::Storage::Automatic,
            owner: None,
            addressed: false,
            constant: false,
            value: None,
            init: Vec::new(),
            flexible: 0,
            span,
        });
        VariableId(self.variables.len() as u32 - 1)
    }
}
