//! Where a program could tell that memory which was freed is used again for something else.
//!
//! An allocator may give a new object the address of a freed one. That shows where the address of memory that may have been freed is
//! compared with that of memory that may have been allocated since, be it by a compare-exchange (the ABA problem) or by `==`
//! ([`comparisons`]), and where something else is computed from it ([`computations`]). An engine that uses no memory
//! again claims something only up to the first; one that does so where addresses are compared, only up to the second.
//!
//! What is freed by the first thread counts only if something may be allocated afterwards: by itself, or by a thread that may not
//! have been joined. Threads count as joined behind a join that nothing leads back from, if there are as many joins as spawns,
//! and as many in loops as spawns in loops.

use super::points_to::{PointsTo, Target};
use super::walk;
use crate::DataModel;
use crate::syntax::*;
use source::Span;
use std::collections::BTreeSet;

/// Where the address of freed memory may be compared with another one.
pub fn comparisons(program: &Program) -> Vec<Span> {
    let Some(freed) = Freed::of(program) else { return Vec::new() };
    let mut places = Vec::new();
    for (id, edge) in edges(program) {
        let is_exchange = match &edge.action {
            Action::Visible(Operation::CompareExchange { dest, expected, .. }) => {
                freed.may_be_confused(id, expected, &Expr::Register(*dest))
            }
            _ => false,
        };
        let is_comparison = |it: &Expr| match it {
            Expr::Binary(operator, left, right) if tells_equality(*operator) => freed.may_be_confused(id, left, right),
            _ => false,
        };
        if is_exchange || walk::expressions(edge).any(|it| some(it, &is_comparison)) {
            places.push(edge.span);
        }
    }
    sorted(places)
}

/// Where something is computed from the address of freed memory that tells objects apart in other ways than by comparing them.
pub fn computations(program: &Program) -> Vec<Span> {
    let Some(freed) = Freed::of(program) else { return Vec::new() };
    let mut places = Vec::new();
    for (id, edge) in edges(program) {
        let is_computation = |it: &Expr| freed.is_computed(id, it);
        if freed.is_updated(id, edge) || walk::expressions(edge).any(|it| some(it, &is_computation)) {
            places.extend(freed.shown(id, edge.span));
        }
    }
    sorted(places)
}

/// Where the program, and not the library, computes something from the address of any object that tells where the object is in memory: a hash, or
/// bits above those that alignment leaves free. In a claim such an address has one layout of memory.
pub fn layouts(program: &Program) -> Vec<Span> {
    let is_candidate =
        |it: &Edge| walk::expressions(it).any(|it| some(it, &|it| tells_layout(it, program.model, &|_| true)));
    if !edges(program).any(|(id, it)| !program.functions[id.index()].library && is_candidate(it)) {
        return Vec::new();
    }
    let points_to = PointsTo::of_exact_parts(program);
    let mut places = Vec::new();
    for (id, edge) in edges(program).filter(|it| !program.functions[it.0.index()].library) {
        let is_address = |it: &Expr| {
            let is_wide = program.functions[id.index()].width_of(it, program.model).0 == program.model.pointer_bits();
            let is_object = |it: &Target| !matches!(it, Target::Function(_));
            is_wide && points_to.value(program, id, it).pointers.keys().any(is_object)
        };
        if walk::expressions(edge).any(|it| some(it, &|it| tells_layout(it, program.model, &is_address))) {
            places.push(edge.span);
        }
    }
    sorted(places)
}

/// Whether an expression makes something of an address that is none.
fn tells_layout(expr: &Expr, model: DataModel, is_address: &dyn Fn(&Expr) -> bool) -> bool {
    let is_low = |it: &Expr| matches!(it, Expr::Const(_, 0..=15));
    match expr {
        Expr::Binary(operator, left, right) if mixes(*operator) => is_address(left) || is_address(right),
        Expr::Binary(Binary::And, left, right) => {
            let offset = (1 << model.offset_bits()) - 1;
            let mask = Width(model.pointer_bits()).mask();
            // The offset and what is above it are asked for where a pointer is moved.
            let picks = |it: &Expr| matches!(it, Expr::Const(_, it) if *it > 15 && !*it & mask > 15 && *it != offset && !*it & mask != offset);
            picks(right) && is_address(left) || picks(left) && is_address(right)
        }
        Expr::Truncate(_, operand) => {
            !matches!(&**operand, Expr::Binary(Binary::And, _, it) if is_low(it)) && is_address(operand)
        }
        Expr::Convert { operand, .. } => is_address(operand),
        _ => false,
    }
}

fn sorted(mut places: Vec<Span>) -> Vec<Span> {
    places.sort_unstable();
    places.dedup();
    places
}

fn edges(program: &Program) -> impl Iterator<Item = (FunctionId, &Edge)> {
    let of = |(id, it): (usize, &'_ Function)| (FunctionId(id as u32), it.edges.len());
    let counts: Vec<_> = program.functions.iter().enumerate().map(of).collect();
    counts
        .into_iter()
        .flat_map(move |(id, count)| (0..count).map(move |it| (id, &program.functions[id.index()].edges[it])))
}

/// Whether the result of an operator tells whether its operands are equal.
fn tells_equality(operator: Binary) -> bool {
    operator.is_comparison() || matches!(operator, Binary::Subtract | Binary::SubtractSigned | Binary::Xor)
}

/// Whether an operator makes something of an address that is none, and depends on the object.
fn mixes(operator: Binary) -> bool {
    match operator {
        Binary::Multiply
        | Binary::MultiplySigned
        | Binary::DivideUnsigned
        | Binary::DivideSigned
        | Binary::RemainderUnsigned
        | Binary::RemainderSigned
        | Binary::ShiftLeft
        | Binary::ShiftLeftSigned
        | Binary::ShiftRight
        | Binary::ShiftRightSigned => true,
        // What is left of it at the bottom is the offset; sums and patterns of bits are compared with one another.
        _ => false,
    }
}

/// Whether an expression has such a part.
fn some(expr: &Expr, is_one: &impl Fn(&Expr) -> bool) -> bool {
    is_one(expr)
        || match expr {
            Expr::Const(..) | Expr::Register(_) | Expr::Address(..) => false,
            Expr::Unary(_, it) | Expr::Truncate(_, it) => some(it, is_one),
            Expr::Extend { operand, .. } | Expr::Convert { operand, .. } => some(operand, is_one),
            Expr::Binary(_, left, right) => some(left, is_one) || some(right, is_one),
            Expr::Select(condition, yes, no) => some(condition, is_one) || some(yes, is_one) || some(no, is_one),
        }
}

/// What may be freed before something is allocated.
struct Freed<'p> {
    program: &'p Program,
    points_to: PointsTo,
    /// What functions of the program, and not of the library, know of parts of addresses.
    parts: PointsTo,
    targets: BTreeSet<Target>,
}

impl<'p> Freed<'p> {
    /// Nothing if it is clear at a glance that memory is not used again.
    fn of(program: &'p Program) -> Option<Self> {
        if !edges(program).any(|it| freed(&it.1.action).is_some()) || !edges(program).any(|it| allocates(it.1)) {
            return None;
        }
        let points_to = PointsTo::of(program);
        let parts = PointsTo::of_exact_parts(program);
        let mut all = Freed { program, points_to, parts, targets: BTreeSet::new() };
        let concurrent = run_by_threads(program, &all.points_to);
        let others_allocate = edges(program).any(|(id, it)| concurrent.contains(&id) && allocates(it));
        for (id, edge) in edges(program) {
            let Some(address) = freed(&edge.action) else { continue };
            let matters = concurrent.contains(&id)
                || matches!(edge.action, Action::Visible(Operation::Reallocate { .. }))
                || all.leads_to_allocation(id, edge)
                || others_allocate && !all.is_behind_joins(id, edge, &concurrent);
            if matters {
                let made = all.made(id, address);
                all.targets.extend(made);
            }
        }
        (!all.targets.is_empty()).then_some(all)
    }

    /// Whether one of two values may be the address of freed memory, and the other one that of memory allocated since.
    fn may_be_confused(&self, id: FunctionId, left: &Expr, right: &Expr) -> bool {
        if left == right {
            return false;
        }
        let (left, right) = (self.made(id, left), self.made(id, right));
        let is_freed = |it: &BTreeSet<Target>| !it.is_disjoint(&self.targets);
        !left.is_empty() && !right.is_empty() && (is_freed(&left) || is_freed(&right))
    }

    /// Whether it is the address of freed memory, or a part of one.
    fn is_of_freed(&self, id: FunctionId, value: &Expr) -> bool {
        !self.made(id, value).is_disjoint(&self.targets)
    }

    /// Whether an operator makes something of the address of freed memory that tells objects apart, and no comparison of whole addresses sees.
    fn is_computed(&self, id: FunctionId, expr: &Expr) -> bool {
        let model = self.program.model;
        let width = |it: &Expr| self.program.functions[id.index()].width_of(it, model).0;
        match expr {
            // Numbers narrower than an address are parts of one only where that is cut, which is seen there, or where they are loaded
            // from places that are not known: they would be all numbers that are loaded through pointers.
            Expr::Binary(operator, left, right) if mixes(*operator) && width(left) == model.pointer_bits() => {
                self.is_of_freed(id, left) || self.is_of_freed(id, right)
            }
            // Some bits, but the offset and all but the offset. Two addresses: bits that are taken away one after the other.
            Expr::Binary(Binary::And, left, right) if width(left) == model.pointer_bits() => {
                let offset = (1 << model.offset_bits()) - 1;
                let picks = |it: &Expr| match it {
                    Expr::Const(_, it) => *it > offset && !*it & Width(model.pointer_bits()).mask() > offset,
                    _ => false,
                };
                let is_one = |it: &Expr| self.is_of_freed(id, it);
                is_one(left) && picks(right)
                    || is_one(right) && picks(left)
                    || left != right && is_one(left) && is_one(right)
            }
            Expr::Convert { operand, .. } => self.is_of_freed(id, operand),
            // A pattern of bits above the offset hides which object it is.
            Expr::Binary(Binary::Xor, left, right) => {
                let is_low = |it: &Expr| matches!(it, Expr::Const(_, it) if *it < 1 << (model.offset_bits() - 1));
                let hides = |it: &Expr, by: &Expr| self.is_of_freed(id, it) && !self.is_address(id, by) && !is_low(by);
                hides(left, right) || hides(right, left)
            }
            // Parts of addresses: bit-fields, halves of a union, bytes.
            Expr::Binary(operator, left, right) if tells_equality(*operator) && width(left) < model.pointer_bits() => {
                left != right && self.may_be_confused(id, left, right)
            }
            // Bits that alignment leaves free are those of no object.
            Expr::Truncate(_, operand) if matches!(&**operand, Expr::Binary(Binary::And, _, it) if matches!(**it, Expr::Const(_, 0..=15))) => {
                false
            }
            Expr::Truncate(_, operand) => width(operand) == model.pointer_bits() && self.is_of_freed(id, operand),
            Expr::Unary(Unary::Negate | Unary::NegateSigned | Unary::Not, operand) => {
                width(operand) > 1 && self.is_of_freed(id, operand)
            }
            _ => false,
        }
    }

    /// Whether an atomic operation leaves a difference of two addresses in memory.
    fn is_updated(&self, id: FunctionId, edge: &Edge) -> bool {
        let Action::Visible(Operation::Update { dest, update, operand, .. }) = &edge.action else { return false };
        match update {
            Update::Xor | Update::Nand | Update::Subtract | Update::SubtractIfFits => {
                self.may_be_confused(id, &Expr::Register(*dest), operand)
            }
            Update::Exchange | Update::Add | Update::And | Update::Or | Update::AddIfFits => false,
        }
    }

    /// Where something is shown that happens in a function: where it is called, if that is one of the library.
    fn shown(&self, id: FunctionId, span: Span) -> Vec<Span> {
        let (mut seen, mut waiting, mut shown) = (BTreeSet::new(), vec![(id, span)], Vec::new());
        while let Some((id, span)) = waiting.pop() {
            if !self.program.functions[id.index()].library {
                shown.push(span);
            } else if seen.insert(id) {
                let calls = edges(self.program).filter(|(other, it)| self.callees(*other, it).contains(&id));
                waiting.extend(calls.map(|(other, it)| (other, it.span)));
            }
        }
        shown
    }

    /// Whether a value may be the address of an object.
    fn is_address(&self, id: FunctionId, value: &Expr) -> bool {
        !self.points_to.value(self.program, id, value).pointers.is_empty()
    }

    /// The objects of the heap whose address an expression may be.
    fn made(&self, id: FunctionId, value: &Expr) -> BTreeSet<Target> {
        let function = &self.program.functions[id.index()];
        let is_part = function.width_of(value, self.program.model).0 < self.program.model.pointer_bits();
        let known = if is_part && !function.library { &self.parts } else { &self.points_to };
        let value = known.value(self.program, id, value);
        value.pointers.into_keys().filter(|it| matches!(it, Target::Made(..))).collect()
    }

    /// Whether something may be allocated behind an edge, by its thread or by threads that it starts then.
    fn leads_to_allocation(&self, id: FunctionId, edge: &Edge) -> bool {
        let mut found = false;
        self.walk(id, edge.to, true, &mut |_, it| {
            found |= allocates(it);
            true
        });
        found
    }

    /// Whether all threads have been joined at an edge of the first one; see the head of this file.
    fn is_behind_joins(&self, id: FunctionId, edge: &Edge, concurrent: &BTreeSet<FunctionId>) -> bool {
        let all = || edges(self.program);
        let detaches = all().any(|it| matches!(it.1.action, Action::Visible(Operation::Detach(_))));
        let spawns: Vec<_> = all().filter(|it| is_spawn(it.1)).collect();
        let joins: Vec<_> = all().filter(|it| is_join(it.1)).collect();
        let repeats = |&(id, edge): &(FunctionId, &Edge)| {
            let mut found = false;
            self.walk(id, edge.to, false, &mut |other, it| {
                found |= other == id && std::ptr::eq(it, edge);
                true
            });
            found
        };
        if detaches
            || spawns.iter().any(|it| concurrent.contains(&it.0))
            || joins.len() < spawns.len()
            || joins.iter().filter(|it| repeats(it)).count() < spawns.iter().filter(|it| repeats(it)).count()
        {
            return false;
        }
        let mut goes_on = false;
        self.walk(id, edge.to, false, &mut |_, it| {
            goes_on |= is_spawn(it) || is_join(it);
            true
        });
        let mut is_early = false;
        for (of, spawn) in spawns {
            self.walk(of, spawn.to, false, &mut |other, it| {
                is_early |= other == id && std::ptr::eq(it, edge);
                !is_join(it)
            });
        }
        !goes_on && !is_early
    }

    /// Visits the edges that a thread may come to from a location on, in functions that it calls and returns to; with `starts` also those
    /// of threads that it starts. Where `visit` says no it goes no further.
    fn walk(
        &self,
        id: FunctionId,
        start: Location,
        starts: bool,
        visit: &mut impl FnMut(FunctionId, &'p Edge) -> bool,
    ) {
        let mut seen = BTreeSet::new();
        let mut open = vec![(id, start)];
        while let Some((id, location)) = open.pop() {
            if !seen.insert((id, location)) {
                continue;
            }
            for edge in self.program.functions[id.index()].leaving(location) {
                if !visit(id, edge) {
                    continue;
                }
                match &edge.action {
                    Action::Call { .. } => {
                        let entries = self.callees(id, edge).into_iter();
                        open.extend(entries.map(|it| (it, self.program.functions[it.index()].entry)));
                    }
                    Action::Return(_) => {
                        let calls = edges(self.program).filter(|(other, it)| self.callees(*other, it).contains(&id));
                        open.extend(calls.map(|(other, it)| (other, it.to)));
                    }
                    action => {
                        if let (Action::Visible(Operation::Spawn { function, .. }), true) = (action, starts) {
                            let started = self.points_to.functions(self.program, id, function);
                            let all = started.into_iter().chain(self.program.runner);
                            open.extend(all.map(|it| (it, self.program.functions[it.index()].entry)));
                        }
                        open.push((id, edge.to));
                    }
                }
            }
        }
    }

    fn callees(&self, id: FunctionId, edge: &Edge) -> Vec<FunctionId> {
        callees(self.program, &self.points_to, id, edge)
    }
}

/// The functions that threads run other than the first one.
pub(super) fn run_by_threads(program: &Program, points_to: &PointsTo) -> BTreeSet<FunctionId> {
    let mut found: BTreeSet<FunctionId> = program.runner.into_iter().collect();
    let mut waiting: Vec<FunctionId> = Vec::new();
    for (id, edge) in edges(program) {
        if let Action::Visible(Operation::Spawn { function, .. }) = &edge.action {
            waiting.extend(points_to.functions(program, id, function));
        }
    }
    waiting.extend(found.iter().copied());
    while let Some(id) = waiting.pop() {
        found.insert(id);
        for edge in &program.functions[id.index()].edges {
            waiting.extend(callees(program, points_to, id, edge).into_iter().filter(|it| !found.contains(it)));
        }
    }
    found
}

fn callees(program: &Program, points_to: &PointsTo, id: FunctionId, edge: &Edge) -> Vec<FunctionId> {
    match &edge.action {
        Action::Call { callee: Callee::Direct(callee), .. } => vec![*callee],
        Action::Call { callee: Callee::Indirect(address), .. } => points_to.functions(program, id, address),
        _ => Vec::new(),
    }
}

/// The address that an action frees.
fn freed(action: &Action) -> Option<&Expr> {
    match action {
        Action::Visible(Operation::Free(address) | Operation::Reallocate { address, .. }) => Some(address),
        _ => None,
    }
}

fn allocates(edge: &Edge) -> bool {
    matches!(edge.action, Action::Visible(Operation::Allocate { automatic: false, .. } | Operation::Reallocate { .. }))
}

fn is_spawn(edge: &Edge) -> bool {
    matches!(edge.action, Action::Visible(Operation::Spawn { .. }))
}

fn is_join(edge: &Edge) -> bool {
    matches!(edge.action, Action::Visible(Operation::Join { .. }))
}
