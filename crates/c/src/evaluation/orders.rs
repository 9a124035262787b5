//! Changes an expression whose order of evaluation matters.

use super::accesses::{Found, Node, node};
use super::places::plain;
use super::{Pass, walk};
use crate::tree::{BinaryOp, Builtin, Element, Expr, ExprKind, Stmt, StmtKind, Type, VariableId, Watch};
use ir::{DataModel, Misuse, Order, Tolerance};
use source::Span;
use std::collections::{BTreeMap, BTreeSet};

/// How many parts of one expression are tried in all orders.
const MAX_UNITS: usize = 4;

/// How large all orders together may be, in expressions.
const MAX_SIZE: usize = 20_000;

/// What the misuse is called.
pub(crate) const UNSEQUENCED: &str =
    "an object is changed, and read or changed again, without a sequence point in between";

/// A part of an expression that is evaluated ahead of it.
struct Unit {
    node: Node,
    /// Gets its value.
    variable: VariableId,
    value: Expr,
    /// The units that are parts of it.
    parts: std::ops::Range<usize>,
}

impl Pass<'_, '_> {
    /// Changes an expression for what was found.
    pub(super) fn resolve(&mut self, expr: &mut Expr, mut found: Found) {
        let span = expr.span;
        if self.waits && !found.reads.is_empty() {
            found.reads.clear();
            self.assume(format!("each round of the loop that waits in line {} reads from left to right", span.line));
            if found.is_nothing() {
                return self.inside(expr);
            }
        }
        let may_be_undefined = found.is_undefined || !found.watched.is_empty();
        if may_be_undefined && self.allows.0.is_let_pass(Tolerance::Unsequenced, span, self.allows.1) {
            return self.evaluate_left_to_right(expr);
        }
        if found.is_undefined {
            self.inside(expr);
            let message = vec![string(Misuse::Unsequenced.code(), span), string(UNSEQUENCED, span)];
            let misuse = Expr { kind: ExprKind::Builtin(Builtin::Misuse, message), ty: Type::Void, span };
            prepend(expr, vec![statement(misuse)]);
            return;
        }
        if found.frees_again {
            let line = span.line;
            self.assume(format!("what calls in line {line} free is not what other operands of the expression use"));
        }
        let mut before = self.watch(expr, &found.watched);
        if let Some(units) = self.reads_alone(&[&*expr], &mut found) {
            let mut extracted = Vec::new();
            self.extract(expr, &units, &mut extracted);
            self.inside(expr);
            before.extend(self.read_again(&extracted, span));
            return prepend(expr, before);
        }
        let (units, is_complete) = self.units(&[&*expr], &found, false);
        let mut extracted = Vec::new();
        self.extract(expr, &units, &mut extracted);
        self.inside(expr);
        extracted.iter_mut().for_each(|it| self.inside(&mut it.value));
        before.extend(self.tried(&extracted, &found, is_complete, span));
        prepend(expr, before);
    }

    /// Evaluates all operands ahead, one after the other: that is a meaning of an expression that has none.
    fn evaluate_left_to_right(&mut self, expr: &mut Expr) {
        self.passed.push((Tolerance::Unsequenced, expr.span));
        let mut units = BTreeSet::new();
        walk::children(expr).into_iter().for_each(|it| steps(it, self.context.model, &mut units));
        let mut extracted = Vec::new();
        self.extract(expr, &units, &mut extracted);
        self.inside(expr);
        extracted.iter_mut().for_each(|it| self.inside(&mut it.value));
        let before = extracted.into_iter().map(|it| statement(assigned(it.variable, it.value))).collect();
        prepend(expr, before);
    }

    /// Evaluates values of an initialiser ahead of it, for what was found.
    pub(super) fn values_in_any_order(&mut self, init: &mut [Element], mut found: Found) -> Vec<Stmt> {
        let span = init.first().map_or(Span::NONE, |it| it.value.span);
        let values: Vec<&Expr> = init.iter().map(|it| &it.value).collect();
        let alone = self.reads_alone(&values, &mut found);
        let is_alone = alone.is_some();
        let (units, is_complete) = match alone {
            Some(units) => (units, true),
            None => self.units(&values, &found, true),
        };
        let mut extracted = Vec::new();
        for element in init {
            if units.contains(&node(&element.value)) {
                self.extract_one(&mut element.value, 0, &mut extracted);
            }
        }
        for (index, unit) in extracted.iter_mut().enumerate() {
            unit.parts = index..index;
            self.full(&mut unit.value);
        }
        if is_alone {
            return self.read_again(&extracted, span);
        }
        self.tried(&extracted, &found, is_complete, span)
    }

    /// Makes lvalues note where they are; gives what has to come before.
    fn watch(&mut self, expr: &mut Expr, watched: &[(Node, Node)]) -> Vec<Stmt> {
        let mut marks: BTreeMap<Node, (VariableId, u32)> = BTreeMap::new();
        let mut others: BTreeMap<Node, BTreeSet<Node>> = BTreeMap::new();
        for (left, right) in watched {
            others.entry(*left).or_default().insert(*right);
            others.entry(*right).or_default().insert(*left);
        }
        let word = Type::Int { bits: self.context.model.pointer_bits(), signed: false };
        for lvalue in others.keys() {
            let mark = self.variable("place", word.clone(), expr.span);
            marks.insert(*lvalue, (mark, 0));
        }
        sizes(expr, &mut marks, &|ty| crate::layout::size(ty, self.context.records, self.context.model).unwrap_or(1));
        let watches = |lvalue: Node| {
            let others = others.get(&lvalue)?.iter().map(|it| marks[it]).collect();
            Some(Watch { mark: marks[&lvalue].0, size: marks[&lvalue].1, others })
        };
        wrap(expr, &watches);
        let zero = |mark: &VariableId| {
            let value = Expr { kind: ExprKind::Constant(0), ty: word.clone(), span: expr.span };
            statement(assigned(*mark, value))
        };
        marks.values().map(|it| zero(&it.0)).collect()
    }

    /// The parts that are to be evaluated ahead, and whether all orders can be tried with that.
    /// `list`: whether nothing can come in between.
    fn units(&self, expressions: &[&Expr], found: &Found, list: bool) -> (BTreeSet<Node>, bool) {
        let mut parts: BTreeMap<Node, BTreeSet<Node>> = BTreeMap::new();
        for (unit, part) in found.unordered.iter().flatten() {
            parts.entry(*unit).or_default().insert(*part);
        }
        let mut kinds = BTreeMap::new();
        for expr in expressions {
            possible(expr, &parts, self.context.model, &mut kinds);
        }
        let size: usize = kinds.values().map(|it| it.size).sum();
        let orders: usize = (1..=parts.len().min(MAX_UNITS)).product();
        let can_be = |it: &Node| kinds.get(it).is_some_and(|it| it.can_be_ahead);
        if parts.len() > MAX_UNITS || size * orders > MAX_SIZE || !parts.keys().all(can_be) {
            return (BTreeSet::new(), false);
        }
        // Something else may come between the parts of a unit.
        let is_whole = |it: (&Node, &BTreeSet<Node>)| list || it.1.len() == 1 || kinds[it.0].is_whole;
        let is_complete = !found.gave_up && parts.iter().all(is_whole) && !waits_for_write(found, &kinds);
        (parts.into_keys().collect(), is_complete)
    }

    /// The reads whose order matters to nothing else, if each may be made again. Otherwise they are in any order as all the rest is.
    fn reads_alone(&self, expressions: &[&Expr], found: &mut Found) -> Option<BTreeSet<Node>> {
        let reads = std::mem::take(&mut found.reads);
        let parts: BTreeSet<(Node, Node)> = reads.iter().flatten().copied().collect();
        let units: BTreeSet<Node> = parts.iter().map(|it| it.0).collect();
        let mut repeatable = 0;
        for expr in expressions {
            each(expr, &mut |it| {
                let is_unit = units.contains(&node(it));
                repeatable += usize::from(is_unit && is_scalar(&it.ty, self.context.model) && only_reads(it));
            });
        }
        // Other operands may come between the parts of one.
        let are_whole = parts.len() == units.len();
        if found.unordered.is_empty() && !units.is_empty() && are_whole && repeatable == units.len() {
            return Some(units);
        }
        found.unordered.extend(reads);
        None
    }

    /// Reads from left to right, and all but the last once more. Only if one has changed, another order can give something else. Of
    /// two reads the first is then made behind the second, if that has changed as well: otherwise both could have been made later from
    /// left to right. Of more than two, other orders are not tried.
    fn read_again(&mut self, units: &[Unit], span: Span) -> Vec<Stmt> {
        let mut statements: Vec<Stmt> =
            units.iter().map(|it| statement(assigned(it.variable, it.value.clone()))).collect();
        let Some((last, earlier)) = units.split_last() else { return statements };
        let is_weak = units.iter().any(|it| is_weak(&it.value));
        let mut changed: Option<Expr> = None;
        for unit in earlier {
            let (again, differs) = self.has_changed(unit, is_weak, span);
            statements.push(again);
            changed = Some(match changed.take() {
                Some(other) => {
                    let ty = differs.ty.clone();
                    Expr { kind: ExprKind::Binary(BinaryOp::Or, Box::new(other), Box::new(differs)), ty, span }
                }
                None => differs,
            });
        }
        let Some(changed) = changed else { return statements };
        let other = match earlier {
            [first] => {
                let (again, differs) = self.has_changed(last, is_weak, span);
                let behind = statement(assigned(first.variable, first.value.clone()));
                let other = Box::new(choice(Vec::new(), vec![behind], span));
                vec![again, Stmt { kind: StmtKind::If(differs, other, None), span }]
            }
            _ => {
                self.assume(not_all_tried(span));
                let cut = Expr { kind: ExprKind::Builtin(Builtin::Cut, Vec::new()), ty: Type::Void, span };
                vec![choice(Vec::new(), vec![statement(cut)], span)]
            }
        };
        let other = Box::new(Stmt { kind: StmtKind::Block(other), span });
        statements.push(Stmt { kind: StmtKind::If(changed, other, None), span });
        statements
    }

    /// Reads once more, and whether that gives something else than before.
    fn has_changed(&mut self, unit: &Unit, is_weak: bool, span: Span) -> (Stmt, Expr) {
        let again = self.variable("operand", plain(&unit.value.ty).clone(), span);
        let mut value = unit.value.clone();
        if is_weak {
            relax(&mut value);
        }
        let (old, new) = (Box::new(value_of(unit.variable, unit)), Box::new(value_of(again, unit)));
        let ty = Type::Int { bits: 32, signed: true };
        let differs = Expr { kind: ExprKind::Binary(BinaryOp::NotEqual, old, new), ty, span };
        (statement(assigned(again, value)), differs)
    }

    fn extract(&mut self, expr: &mut Expr, units: &BTreeSet<Node>, extracted: &mut Vec<Unit>) {
        let start = extracted.len();
        let is_unit = units.contains(&node(expr));
        walk::operands_mut(expr).into_iter().for_each(|it| self.extract(it, units, extracted));
        if is_unit {
            self.extract_one(expr, start, extracted);
        }
    }

    fn extract_one(&mut self, expr: &mut Expr, start: usize, extracted: &mut Vec<Unit>) {
        let (node, span, ty) = (node(expr), expr.span, plain(&expr.ty).clone());
        let variable = self.variable("operand", ty.clone(), span);
        let place = Expr { kind: ExprKind::Variable(variable), ty: ty.clone(), span };
        let load = Expr { kind: ExprKind::Load(Box::new(place)), ty, span };
        let value = std::mem::replace(expr, load);
        extracted.push(Unit { node, variable, value, parts: start..extracted.len() });
    }

    /// The units in each order that can be told from the others.
    fn tried(&mut self, units: &[Unit], found: &Found, is_complete: bool, span: Span) -> Vec<Stmt> {
        let number: BTreeMap<Node, usize> = units.iter().enumerate().map(|(index, it)| (it.node, index)).collect();
        let conflicts: BTreeSet<(usize, usize)> = found
            .unordered
            .iter()
            .filter_map(|[one, other]| Some((*number.get(&one.0)?, *number.get(&other.0)?)))
            .map(|(a, b)| (a.min(b), a.max(b)))
            .collect();
        let orders = orders(units, &conflicts);
        let in_order = |order: &Vec<usize>| {
            order.iter().map(|it| statement(assigned(units[*it].variable, units[*it].value.clone()))).collect()
        };
        let mut orders = orders.iter().rev();
        let mut rest: Vec<Stmt> = orders.next().map(in_order).unwrap_or_default();
        for order in orders {
            rest = vec![choice(in_order(order), rest, span)];
        }
        if !is_complete {
            self.bound(&mut rest, found, span);
        }
        rest
    }

    fn assume(&mut self, sentence: String) {
        if !self.approximations.contains(&sentence) {
            self.approximations.push(sentence);
        }
    }

    /// Says that not all orders are tried, and makes the answer a bounded one.
    fn bound(&mut self, statements: &mut Vec<Stmt>, found: &Found, span: Span) {
        if found.unordered.is_empty() && !found.gave_up {
            return;
        }
        self.assume(not_all_tried(span));
        let cut = Expr { kind: ExprKind::Builtin(Builtin::Cut, Vec::new()), ty: Type::Void, span };
        let tried = std::mem::take(statements);
        *statements = vec![choice(tried, vec![statement(cut)], span)];
    }
}

fn not_all_tried(span: Span) -> String {
    format!("not all orders are tried in which the operands in line {} may be evaluated", span.line)
}

/// The value of a local that is as a unit.
fn value_of(variable: VariableId, unit: &Unit) -> Expr {
    let (span, ty) = (unit.value.span, plain(&unit.value.ty).clone());
    let place = Expr { kind: ExprKind::Variable(variable), ty: ty.clone(), span };
    Expr { kind: ExprKind::Load(Box::new(place)), ty, span }
}

fn each(expr: &Expr, found: &mut impl FnMut(&Expr)) {
    found(expr);
    walk::operands(expr).into_iter().for_each(|it| each(it, found));
}

/// Whether evaluating an expression again changes nothing.
fn only_reads(expr: &Expr) -> bool {
    let is_fine = match &expr.kind {
        ExprKind::Builtin(builtin, _) => matches!(builtin, Builtin::AtomicLoad(_)),
        ExprKind::Assign(..)
        | ExprKind::AssignOp { .. }
        | ExprKind::Increment { .. }
        | ExprKind::Call { .. }
        | ExprKind::Statements(..)
        | ExprKind::CompoundLiteral(..)
        | ExprKind::Watched(..) => false,
        ExprKind::Constant(_)
        | ExprKind::String(_)
        | ExprKind::Variable(_)
        | ExprKind::Function(_)
        | ExprKind::Dereference(_)
        | ExprKind::Member(..)
        | ExprKind::BitField(..)
        | ExprKind::Load(_)
        | ExprKind::AddressOf(_)
        | ExprKind::Decay(_)
        | ExprKind::Unary(..)
        | ExprKind::Binary(..)
        | ExprKind::PointerAdd { .. }
        | ExprKind::PointerDifference { .. }
        | ExprKind::LogicalAnd(..)
        | ExprKind::LogicalOr(..)
        | ExprKind::Conditional(..)
        | ExprKind::Comma(..)
        | ExprKind::Convert(_) => true,
    };
    is_fine && walk::operands(expr).into_iter().all(only_reads)
}

fn is_weak(expr: &Expr) -> bool {
    let weak = |it: &Builtin| matches!(it, Builtin::AtomicLoad(order) if *order != Order::SequentiallyConsistent);
    matches!(&expr.kind, ExprKind::Builtin(it, _) if weak(it)) || walk::operands(expr).into_iter().any(is_weak)
}

/// Makes atomic reads relaxed: what is read only to see whether it has changed synchronises with nothing. Where all reads are sequentially
/// consistent they may stay so: what comes before a value is then known by way of the other read.
fn relax(expr: &mut Expr) {
    walk::operands_mut(expr).into_iter().for_each(relax);
    match &mut expr.kind {
        ExprKind::Builtin(Builtin::AtomicLoad(order), _) => *order = Order::Relaxed,
        ExprKind::Load(place) if matches!(place.ty, Type::Atomic(_)) => {
            let (span, ty) = (place.span, Type::Pointer(std::rc::Rc::new(place.ty.clone())));
            let nothing = Expr { kind: ExprKind::Constant(0), ty: ty.clone(), span };
            let place = std::mem::replace(&mut **place, nothing);
            let address = Expr { kind: ExprKind::AddressOf(Box::new(place)), ty, span };
            expr.kind = ExprKind::Builtin(Builtin::AtomicLoad(Order::Relaxed), vec![address]);
        }
        _ => {}
    }
}

fn statement(expr: Expr) -> Stmt {
    let span = expr.span;
    Stmt { kind: StmtKind::Expr(expr), span }
}

fn string(text: &str, span: Span) -> Expr {
    let mut bytes = text.as_bytes().to_vec();
    bytes.push(0);
    let char = std::rc::Rc::new(Type::Int { bits: 8, signed: true });
    let ty = Type::Array(char, Some(bytes.len() as u32));
    Expr { kind: ExprKind::String(bytes), ty, span }
}

/// One or the other: the first if 0 is chosen.
fn choice(first: Vec<Stmt>, other: Vec<Stmt>, span: Span) -> Stmt {
    // Where the expression starts: all of it might be taken for a call that gives the value that is chosen.
    let here = Span { length: 1, ..span };
    let any = Expr { kind: ExprKind::Builtin(Builtin::Nondet, Vec::new()), ty: Type::Bool, span: here };
    let block = |it| Box::new(Stmt { kind: StmtKind::Block(it), span });
    Stmt { kind: StmtKind::If(any, block(other), Some(block(first))), span }
}

fn assigned(variable: VariableId, value: Expr) -> Expr {
    let (span, ty) = (value.span, plain(&value.ty).clone());
    let place = Expr { kind: ExprKind::Variable(variable), ty: ty.clone(), span };
    Expr { kind: ExprKind::Assign(Box::new(place), Box::new(value)), ty, span }
}

/// Puts statements before an expression. By a comma, so that what the expression makes lives as long as before.
pub(super) fn prepend(expr: &mut Expr, before: Vec<Stmt>) {
    if before.is_empty() {
        return;
    }
    let (span, ty) = (expr.span, expr.ty.clone());
    let first = Expr { kind: ExprKind::Statements(before, None), ty: Type::Void, span };
    let nothing = Expr { kind: ExprKind::Constant(0), ty: ty.clone(), span };
    let then = std::mem::replace(expr, nothing);
    expr.kind = ExprKind::Comma(Box::new(first), Box::new(then));
}

/// The orders of units in which each comes after its parts; of those in which all conflicts are decided alike the first.
fn orders(units: &[Unit], conflicts: &BTreeSet<(usize, usize)>) -> Vec<Vec<usize>> {
    let mut found = Vec::new();
    let mut seen = BTreeSet::new();
    let mut order = Vec::new();
    extend(units, &mut order, &mut |order| {
        let at = |it: usize| order.iter().position(|there| *there == it);
        let decided: Vec<bool> = conflicts.iter().map(|(a, b)| at(*a) < at(*b)).collect();
        if seen.insert(decided) {
            found.push(order.to_vec());
        }
    });
    if planted::bug!(LastOrderForgotten) && found.len() > 1 {
        found.pop();
    }
    found
}

fn extend(units: &[Unit], order: &mut Vec<usize>, found: &mut impl FnMut(&[usize])) {
    if order.len() == units.len() {
        found(order);
        return;
    }
    for next in 0..units.len() {
        if !order.contains(&next) && units[next].parts.clone().all(|it| order.contains(&it)) {
            order.push(next);
            extend(units, order, found);
            order.pop();
        }
    }
}

/// What is known of an expression that may be evaluated ahead.
struct Candidate {
    can_be_ahead: bool,
    /// Whether nothing can come between its parts.
    is_whole: bool,
    /// Whether its value is there before it is done.
    writes: bool,
    size: usize,
    /// The candidates inside.
    parts: BTreeSet<Node>,
}

/// The parts of an expression that read or change something and have a value, as far as they are evaluated always.
fn steps(expr: &Expr, model: DataModel, units: &mut BTreeSet<Node>) {
    let is_sequenced = walk::is_sequenced(expr);
    if !is_sequenced {
        walk::children(expr).into_iter().for_each(|it| steps(it, model, units));
    }
    let is_step = matches!(
        expr.kind,
        ExprKind::Load(_)
            | ExprKind::Assign(..)
            | ExprKind::AssignOp { .. }
            | ExprKind::Increment { .. }
            | ExprKind::Call { .. }
            | ExprKind::Builtin(..)
    );
    if (is_step || is_sequenced) && is_scalar(&expr.ty, model) && !has_labels(expr) {
        units.insert(node(expr));
    }
}

fn is_scalar(ty: &Type, model: DataModel) -> bool {
    crate::lower::shapes::bytes(ty, model).is_some()
        && !crate::lower::shapes::is_aggregate(ty)
        && !matches!(plain(ty), Type::Function(_))
}

/// Looks at the parts in question; gives those in an expression, and how large it is.
fn possible(
    expr: &Expr,
    wanted: &BTreeMap<Node, BTreeSet<Node>>,
    model: DataModel,
    found: &mut BTreeMap<Node, Candidate>,
) -> (BTreeSet<Node>, usize) {
    let (mut parts, mut size) = (BTreeSet::new(), 1);
    for child in walk::children(expr) {
        let (more, further) = possible(child, wanted, model, found);
        parts.extend(more);
        size += further;
    }
    if wanted.contains_key(&node(expr)) {
        let writes = matches!(expr.kind, ExprKind::Assign(..) | ExprKind::AssignOp { .. } | ExprKind::Increment { .. });
        let is_whole = matches!(expr.kind, ExprKind::Statements(..));
        let can_be_ahead = is_scalar(&expr.ty, model) && !has_labels(expr);
        found.insert(node(expr), Candidate { can_be_ahead, is_whole, writes, size, parts: parts.clone() });
        parts.insert(node(expr));
    }
    (parts, size)
}

/// Whether a call could come between a value and the write that makes it, and be told by what uses the value.
fn waits_for_write(found: &Found, kinds: &BTreeMap<Node, Candidate>) -> bool {
    let conflict = |a: Node, b: Node| {
        found.unordered.iter().any(|[one, other]| (one.0, other.0) == (a, b) || (one.0, other.0) == (b, a))
    };
    kinds.iter().any(|(outer, it)| {
        let late = it.parts.iter().filter(|it| kinds[*it].writes);
        late.into_iter().any(|inner| kinds.keys().any(|call| conflict(*inner, *call) && conflict(*outer, *call)))
    })
}

fn has_labels(expr: &Expr) -> bool {
    let in_statements = |statements: &[Stmt]| {
        let mut open: Vec<&Stmt> = statements.iter().collect();
        while let Some(it) = open.pop() {
            match &it.kind {
                StmtKind::Label(_) | StmtKind::Switch { .. } => return true,
                StmtKind::Block(inner) => open.extend(inner),
                StmtKind::If(_, yes, no) => {
                    open.push(yes);
                    open.extend(no.as_deref());
                }
                StmtKind::While(_, body) | StmtKind::DoWhile(body, _) | StmtKind::For(_, _, _, body) => open.push(body),
                StmtKind::Expr(_)
                | StmtKind::Declare { .. }
                | StmtKind::Goto(_)
                | StmtKind::Break
                | StmtKind::Continue
                | StmtKind::Return(_) => {}
            }
        }
        false
    };
    matches!(&expr.kind, ExprKind::Statements(statements, _) if in_statements(statements))
        || walk::children(expr).into_iter().any(has_labels)
}

/// How large the objects are that lvalues denote.
fn sizes(expr: &Expr, marks: &mut BTreeMap<Node, (VariableId, u32)>, size: &impl Fn(&Type) -> u32) {
    if let Some(mark) = marks.get_mut(&node(expr)) {
        mark.1 = size(plain(&expr.ty));
    }
    walk::children(expr).into_iter().for_each(|it| sizes(it, marks, size));
}

fn wrap(expr: &mut Expr, watches: &impl Fn(Node) -> Option<Watch>) {
    let watch = watches(node(expr));
    walk::operands_mut(expr).into_iter().for_each(|it| wrap(it, watches));
    let Some(watch) = watch else { return };
    // Of a bit-field the record is compared.
    let target = match &mut expr.kind {
        ExprKind::BitField(record, _) => &mut **record,
        _ => expr,
    };
    let (span, ty) = (target.span, target.ty.clone());
    let nothing = Expr { kind: ExprKind::Constant(0), ty: ty.clone(), span };
    let inner = std::mem::replace(target, nothing);
    target.kind = ExprKind::Watched(Box::new(inner), watch);
}
