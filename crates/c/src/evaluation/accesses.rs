//! The accesses of an expression, and which of them are in no order or in any (C11 6.5p2-3, 6.5.2.2p10).
//!
//! [`Walk`] lists what an expression reads, writes and calls, operand by operand. Of two lists that belong to operands of one
//! operator it compares each access of one with each of the other. Two accesses to one object, one of them a write, are
//! *unsequenced* if both are the expression's own, and the behaviour is undefined; they are *indeterminately sequenced* if one
//! is a call or in one, and then any order is right.
//!
//! A write is *pending* until the next sequence point: the value of `i++` is there before `i` has changed. So the write of an
//! assignment comes after what its operands read and call, but in no order with their pending writes (`i = i++`). With respect to a
//! call, `op=` and `++` are one evaluation (6.5.16.2p3, 6.5.2.4p2): `x += f()` reads `x` after the call.
//!
//! What has sequence points inside (`&&`, `||`, `?:`, `,`, `({ … })`) is a *block*: its operands are expressions of their own, to be
//! looked at by themselves, and here it counts with all that it does.

use super::Context;
use super::effects::{Call, Effects, Objects, Root, of_builtin};
use super::places::{Locals, Overlap, Place, Reader, plain};
use super::walk;
use crate::tree::{Expr, ExprKind, FunctionId, Stmt, Type};
use std::ops::Range;

/// How many pairs of accesses are compared in one expression.
const MAX_PAIRS: usize = 200_000;

/// How many of them may be in any order. Long before all orders are too many to be tried.
const MAX_UNORDERED: usize = 1000;

/// An expression, by where it is in the tree.
pub(super) type Node = usize;

pub(super) fn node(expr: &Expr) -> Node {
    std::ptr::from_ref(expr) as usize
}

#[derive(Clone, Debug)]
struct Access {
    what: What,
    writes: bool,
    /// Whether it is a write that is not sequenced before the value.
    pending: bool,
    /// Whether it is left out under some condition.
    conditional: bool,
    /// The expression that makes it.
    node: Node,
    /// The outermost block that it is in.
    block: Option<Node>,
    /// The function that is called.
    callee: Option<FunctionId>,
}

#[derive(Clone, Debug)]
enum What {
    /// An access of the expression itself, and the lvalue.
    Own {
        place: Place,
        lvalue: Node,
        is_scalar: bool,
        is_atomic: bool,
    },
    Call(Effects),
}

/// What is to be done about an expression.
#[derive(Default, Debug)]
pub(super) struct Found {
    /// Two unsequenced accesses to the same object that are made whenever the expression is evaluated.
    pub is_undefined: bool,
    /// Lvalues that must not denote the same object.
    pub watched: Vec<(Node, Node)>,
    /// Expressions that may be evaluated in both orders, with those parts of them because of which it matters.
    pub unordered: Vec<[(Node, Node); 2]>,
    /// Expressions that only read, both what other threads write and can be seen to: one may be read before the other.
    pub reads: Vec<[(Node, Node); 2]>,
    /// Whether the only reason is what a recursive call frees.
    pub frees_again: bool,
    /// Whether there is too much to look at.
    pub gave_up: bool,
}

impl Found {
    pub(super) fn is_nothing(&self) -> bool {
        let is_ordered = self.unordered.is_empty() && self.reads.is_empty();
        !self.is_undefined && self.watched.is_empty() && is_ordered && !self.frees_again && !self.gave_up
    }
}

pub(super) struct Walk<'c, 't> {
    reader: Reader<'c, 't>,
    accesses: Vec<Access>,
    calls: Vec<Call>,
    found: Found,
    block: Option<Node>,
    conditional: bool,
    pairs: usize,
}

impl<'c, 't> Walk<'c, 't> {
    pub(super) fn new(context: &'c Context<'t>, locals: &'c Locals) -> Self {
        Walk {
            reader: Reader { context, locals },
            accesses: Vec::new(),
            calls: Vec::new(),
            found: Found::default(),
            block: None,
            conditional: false,
            pairs: 0,
        }
    }

    /// What is to be done about an expression that is no block.
    pub(super) fn expression(mut self, expr: &Expr) -> Found {
        self.value(expr);
        self.found
    }

    /// The same for the values of an initialiser, which are evaluated in any order, but one after the other.
    pub(super) fn list<'e>(mut self, values: impl Iterator<Item = &'e Expr>) -> Found {
        for value in values {
            let start = self.accesses.len();
            let outer = self.block.replace(node(value));
            self.value(value);
            self.block = outer;
            for (a, b) in pairs(0..start, start..self.accesses.len()) {
                let (one, other) = (self.accesses[a].clone(), self.accesses[b].clone());
                if (one.writes || other.writes) && self.counts() && self.may_conflict(&one, &other) {
                    self.unordered(&one, &other);
                } else {
                    self.both_read(&one, &other);
                }
            }
        }
        self.found
    }

    /// What statements do, in any order.
    pub(super) fn statements(&mut self, statements: &[Stmt]) {
        let mut inner = Vec::new();
        walk::expressions(statements, &mut |it| inner.push(it));
        let outer = self.block;
        for expr in inner {
            self.block = outer.or(Some(node(expr)));
            self.value(expr);
        }
        self.block = outer;
    }

    /// All that was found, without what is called, and the calls.
    pub(super) fn effects(self) -> (Effects, Vec<Call>) {
        let mut effects = Effects::default();
        for access in &self.accesses {
            effects.extend(&effects_of(access));
        }
        (effects, self.calls)
    }

    fn value(&mut self, expr: &Expr) {
        match &expr.kind {
            ExprKind::Constant(_) | ExprKind::String(_) | ExprKind::Variable(_) | ExprKind::Function(_) => {}
            ExprKind::Dereference(inner)
            | ExprKind::Member(inner, _)
            | ExprKind::BitField(inner, _)
            | ExprKind::Watched(inner, _)
            | ExprKind::AddressOf(inner)
            | ExprKind::Decay(inner)
            | ExprKind::Unary(_, inner)
            | ExprKind::Convert(inner) => self.value(inner),
            ExprKind::Load(lvalue) => {
                self.value(lvalue);
                self.own(expr, lvalue, false, false);
            }
            ExprKind::Binary(_, left, right)
            | ExprKind::PointerAdd { pointer: left, index: right, .. }
            | ExprKind::PointerDifference { left, right, .. } => self.unsequenced([&**left, right]),
            ExprKind::Assign(target, value) => {
                let start = self.accesses.len();
                self.unsequenced([&**target, value]);
                self.change(expr, target, start);
            }
            ExprKind::AssignOp { target, value, .. } => {
                let start = self.accesses.len();
                self.value(target);
                let middle = self.accesses.len();
                self.value(value);
                let end = self.accesses.len();
                self.compare(start..middle, middle..end, true);
                self.own(expr, target, false, false);
                self.compare_own(start..middle, end..self.accesses.len(), true);
                // The call of `x += f()` comes first, whatever it does to `x`.
                self.compare_own(middle..end, end..self.accesses.len(), false);
                self.change(expr, target, start);
            }
            ExprKind::Increment { target, .. } => {
                let start = self.accesses.len();
                self.value(target);
                let end = self.accesses.len();
                self.own(expr, target, false, false);
                self.compare_own(start..end, end..self.accesses.len(), true);
                self.change(expr, target, start);
            }
            ExprKind::Call { callee, arguments } => {
                let start = self.accesses.len();
                self.unsequenced(std::iter::once(&**callee).chain(arguments));
                self.sequence_point(start);
                let callee = match &callee.kind {
                    ExprKind::Function(id) => Some(*id),
                    _ => None,
                };
                let call = Call { callee, arguments: arguments.iter().map(|it| self.reader.root(it)).collect() };
                let summaries = &self.reader.context.summaries;
                let effects = summaries.of(&call);
                self.calls.push(call);
                let end = self.accesses.len();
                self.call(expr, effects);
                self.accesses[end..].iter_mut().for_each(|it| it.callee = callee);
            }
            ExprKind::Builtin(builtin, arguments) => {
                let start = self.accesses.len();
                self.unsequenced(arguments);
                self.sequence_point(start);
                let root = |at: usize| arguments.get(at).map_or(Root::Memory, |it| self.reader.root(it));
                let effects = of_builtin(*builtin, root);
                self.call(expr, effects);
            }
            ExprKind::LogicalAnd(..)
            | ExprKind::LogicalOr(..)
            | ExprKind::Conditional(..)
            | ExprKind::Comma(..)
            | ExprKind::Statements(..)
            | ExprKind::CompoundLiteral(..) => self.block(expr),
        }
    }

    fn block(&mut self, expr: &Expr) {
        let outer = (self.block, self.conditional);
        self.block = self.block.or(Some(node(expr)));
        let start = self.accesses.len();
        match &expr.kind {
            ExprKind::LogicalAnd(first, second) | ExprKind::LogicalOr(first, second) => {
                self.value(first);
                self.sequence_point(start);
                self.conditional = true;
                self.value(second);
            }
            ExprKind::Conditional(condition, yes, no) => {
                self.value(condition);
                self.sequence_point(start);
                self.conditional = true;
                self.value(yes);
                self.value(no);
            }
            ExprKind::Comma(first, second) => {
                self.value(first);
                self.sequence_point(start);
                self.value(second);
            }
            // With other operands it is in any order, as a call is: that is how compilers have it.
            ExprKind::Statements(statements, last) => {
                self.statements(statements);
                last.iter().for_each(|it| self.value(it));
                let mut effects = Effects::default();
                self.accesses.drain(start..).for_each(|it| effects.extend(&effects_of(&it)));
                self.call(expr, effects);
            }
            ExprKind::CompoundLiteral(_, elements) => {
                elements.iter().for_each(|it| self.value(&it.value));
                self.sequence_point(start);
            }
            _ => unreachable!("a block has sequence points"),
        }
        (self.block, self.conditional) = outer;
    }

    /// Operands in no order.
    fn unsequenced<'e>(&mut self, operands: impl IntoIterator<Item = &'e Expr>) {
        let first = self.accesses.len();
        for operand in operands {
            let start = self.accesses.len();
            self.value(operand);
            self.compare(first..start, start..self.accesses.len(), true);
        }
    }

    /// What was done until here is done before what comes now.
    fn sequence_point(&mut self, start: usize) {
        self.accesses[start..].iter_mut().for_each(|it| it.pending = false);
    }

    fn call(&mut self, expr: &Expr, effects: Effects) {
        if !effects.is_empty() {
            // What only reads is told apart, so that of many no two are compared.
            let writes = effects != Effects { reads: effects.reads.clone(), ..Effects::default() };
            self.push(What::Call(effects), expr, writes, false);
        }
    }

    fn own(&mut self, expr: &Expr, lvalue: &Expr, writes: bool, pending: bool) {
        let Some(place) = self.reader.place(lvalue) else { return };
        let is_scalar = !matches!(plain(&lvalue.ty), Type::Array(..) | Type::Record(_) | Type::Mutex | Type::Opaque(_));
        let is_atomic = matches!(lvalue.ty, Type::Atomic(_));
        self.push(What::Own { place, lvalue: node(lvalue), is_scalar, is_atomic }, expr, writes, pending);
    }

    fn push(&mut self, what: What, expr: &Expr, writes: bool, pending: bool) {
        let (conditional, block) = (self.conditional, self.block);
        let access = Access { what, writes, pending, conditional, node: node(expr), block, callee: None };
        self.accesses.push(access);
    }

    /// The write of an assignment, whose operands are the accesses from `start` on.
    fn change(&mut self, expr: &Expr, target: &Expr, start: usize) {
        let end = self.accesses.len();
        self.own(expr, target, true, true);
        self.compare_own(start..end, end..self.accesses.len(), true);
    }

    /// Compares with the expression's own accesses before; if `pending`, with pending writes only, since everything else is
    /// done before the value is there.
    fn compare_own(&mut self, before: Range<usize>, now: Range<usize>, pending: bool) {
        for at in before {
            let it = &self.accesses[at];
            if it.pending && !planted::bug!(LateWritesForgotten) || !pending && matches!(it.what, What::Own { .. }) {
                self.compare(at..at + 1, now.clone(), false);
            }
        }
    }

    fn compare(&mut self, left: Range<usize>, right: Range<usize>, siblings: bool) {
        // In a block operands are looked at by themselves.
        if self.block.is_some() || left.is_empty() || right.is_empty() {
            return;
        }
        let writes = |it: &Range<usize>, found: bool| {
            it.clone().filter(|it| self.accesses[*it].writes == found).collect::<Vec<usize>>()
        };
        let left_writes = writes(&left, true);
        let right_writes = writes(&right, true);
        let left_reads = if right_writes.is_empty() { Vec::new() } else { writes(&left, false) };
        for a in left_writes {
            for b in right.clone() {
                self.pair(a, b, siblings);
            }
        }
        for a in left_reads {
            for b in &right_writes {
                self.pair(a, *b, siblings);
            }
        }
        if siblings && self.reader.context.summaries.has_threads {
            self.own_reads(left, right);
        }
    }

    /// Reads of atomic objects by the expression itself.
    fn own_reads(&mut self, left: Range<usize>, right: Range<usize>) {
        let atomic = |range: Range<usize>| {
            let is_atomic = |it: &Access| !it.writes && matches!(it.what, What::Own { is_atomic: true, .. });
            range.filter(|it| is_atomic(&self.accesses[*it])).collect::<Vec<usize>>()
        };
        let (left, right) = (atomic(left), atomic(right));
        for a in left {
            for b in &right {
                if self.counts() {
                    let (one, other) = (self.accesses[a].clone(), self.accesses[*b].clone());
                    self.both_read(&one, &other);
                }
            }
        }
    }

    /// Notes two that only read what other threads may write in between, and that these can tell from each other.
    fn both_read(&mut self, one: &Access, other: &Access) {
        let Context { summaries, exposed, .. } = self.reader.context;
        let reads = |it: &Access| {
            let effects = effects_of(it);
            effects.only_reads() && effects.synchronises && summaries.are_written(&effects.reads, exposed)
        };
        if summaries.has_threads && reads(one) && reads(other) && !planted::bug!(ReadsInOrder) {
            self.found.reads.push([unit(one), unit(other)]);
        }
    }

    fn counts(&mut self) -> bool {
        self.pairs += 1;
        self.found.gave_up |= self.pairs > MAX_PAIRS || self.found.unordered.len() > MAX_UNORDERED;
        !self.found.gave_up
    }

    /// `siblings`: whether they are of different operands.
    fn pair(&mut self, a: usize, b: usize, siblings: bool) {
        if !self.counts() {
            return;
        }
        let (one, other) = (self.accesses[a].clone(), self.accesses[b].clone());
        match (&one.what, &other.what) {
            (
                What::Own { place: first, lvalue: left, is_scalar: left_scalar, .. },
                What::Own { place: second, lvalue: right, is_scalar: right_scalar, .. },
            ) => match first.overlap(second, &self.reader.context.exposed) {
                Overlap::Never if siblings && self.for_others(&one, &other) => self.unordered(&one, &other),
                Overlap::Never => {}
                Overlap::Always if !one.conditional && !other.conditional => self.found.is_undefined = true,
                Overlap::Always | Overlap::Perhaps => {
                    if *left_scalar && *right_scalar {
                        self.found.watched.push((*left, *right));
                    }
                }
            },
            (What::Call(_), _) | (_, What::Call(_)) => {
                if self.may_conflict(&one, &other) {
                    self.unordered(&one, &other);
                } else if siblings {
                    self.both_read(&one, &other);
                }
            }
        }
    }

    fn for_others(&self, one: &Access, other: &Access) -> bool {
        let Context { summaries, exposed, .. } = self.reader.context;
        if !summaries.has_threads {
            return false;
        }
        let (one, other) = (effects_of(one), effects_of(other));
        one.is_ordered_for_others(&other) || summaries.is_beside(&one, &other, exposed)
    }

    fn may_conflict(&self, one: &Access, other: &Access) -> bool {
        effects_of(one).conflicts(&effects_of(other), &self.reader.context.exposed) || self.for_others(one, other)
    }

    fn unordered(&mut self, one: &Access, other: &Access) {
        let here = self.reader.locals.function;
        let is_recursive = |it: &Access| it.callee.is_some_and(|it| self.reader.context.summaries.leads_to(it, here));
        if is_recursive(one) || is_recursive(other) {
            let without = |it: &Access| Effects { frees: Objects::default(), ..effects_of(it) };
            if !without(one).conflicts(&without(other), &self.reader.context.exposed) && !self.for_others(one, other) {
                self.found.frees_again = true;
                return;
            }
        }
        self.found.unordered.push([unit(one), unit(other)]);
    }
}

/// What is evaluated ahead for an access, and what makes it.
fn unit(access: &Access) -> (Node, Node) {
    (access.block.unwrap_or(access.node), access.node)
}

fn pairs(left: Range<usize>, right: Range<usize>) -> impl Iterator<Item = (usize, usize)> {
    left.flat_map(move |a| right.clone().map(move |b| (a, b)))
}

fn effects_of(access: &Access) -> Effects {
    match &access.what {
        What::Call(effects) => effects.clone(),
        What::Own { place, is_atomic, .. } => {
            let mut effects = Effects { synchronises: *is_atomic, ..Effects::default() };
            let objects = if access.writes { &mut effects.writes } else { &mut effects.reads };
            objects.add(place.root);
            effects
        }
    }
}
