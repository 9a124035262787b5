//! Which object an lvalue denotes, as far as that can be said without running the program, and whether two are the same.

use super::Context;
use super::effects::Root;
use super::walk;
use crate::layout;
use crate::tree::{Builtin, Expr, ExprKind, Function, FunctionId, RecordId, Storage, Type, Variable, VariableId};
use std::collections::HashSet;

/// What an lvalue denotes.
#[derive(Clone, Debug)]
pub(super) struct Place {
    pub root: Root,
    /// The bits of the variable that it is among.
    bits: (u64, u64),
    /// Whether it is just these bits: no index and no pointer decides.
    exact: bool,
    /// The record that a pointer or an index leads to, and the bits of it.
    within: Option<(RecordId, u64, u64)>,
    pub bit_field: bool,
}

/// Whether two lvalues have bits in common.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Overlap {
    Never,
    Perhaps,
    Always,
}

const ALL: (u64, u64) = (0, u64::MAX);

impl Place {
    /// The place of a whole object.
    fn at(root: Root, size: Option<u64>) -> Place {
        let bits = size.map_or(ALL, |it| (0, it));
        Place { root, bits, exact: matches!(root, Root::Variable(_)) && size.is_some(), within: None, bit_field: false }
    }

    /// A part of it.
    fn part(mut self, start: u64, size: Option<u64>) -> Place {
        if self.exact {
            let first = self.bits.0 + start;
            self.bits = (first, size.map_or(u64::MAX, |it| first + it));
        }
        self.within = self.within.map(|(record, first, _)| {
            let first = first + start;
            (record, first, size.map_or(u64::MAX, |it| first + it))
        });
        self
    }

    pub(super) fn overlap(&self, other: &Place, exposed: &HashSet<VariableId>) -> Overlap {
        let meet = |a: (u64, u64), b: (u64, u64)| a.0 < b.1 && b.0 < a.1;
        if let (Some((record, a, b)), Some((same, c, d))) = (self.within, other.within) {
            if record == same && !meet((a, b), (c, d)) {
                return Overlap::Never;
            }
        }
        let same_record = matches!((self.within, other.within), (Some(one), Some(other)) if one.0 == other.0);
        match (self.root, other.root) {
            (Root::Variable(a), Root::Variable(b)) if a != b => Overlap::Never,
            (Root::Variable(_), Root::Variable(_)) if !meet(self.bits, other.bits) => Overlap::Never,
            (Root::Variable(_), Root::Variable(_)) if self.exact && other.exact => Overlap::Always,
            // What is compared is the record, so it has to be the same bits of the same kind of record.
            _ if self.bit_field && other.bit_field && !same_record => Overlap::Never,
            (Root::Variable(_), Root::Variable(_)) => Overlap::Perhaps,
            (Root::Variable(id), _) | (_, Root::Variable(id)) if !exposed.contains(&id) => Overlap::Never,
            (Root::Variable(_), _) | (_, Root::Variable(_)) if planted::bug!(PointersApart) => Overlap::Never,
            // No pointer leads to a bit-field but one to the record that it is in.
            _ if self.bit_field != other.bit_field => Overlap::Never,
            _ => Overlap::Perhaps,
        }
    }
}

/// What is known of the locals of a function.
pub(super) struct Locals {
    pub function: FunctionId,
    /// The parameters that keep the value they have at first. A number keeps the positions of the others.
    kept: Vec<VariableId>,
    /// Pointers to objects that the function makes, and that nothing else points to.
    owners: HashSet<VariableId>,
}

impl Locals {
    pub(super) fn of(id: FunctionId, function: &Function, variables: &[Variable]) -> Locals {
        let (mut changed, mut owners, mut others) = (HashSet::new(), HashSet::new(), HashSet::new());
        let body = function.body.as_deref().unwrap_or_default();
        walk::expressions(body, &mut |it| changes(it, &mut changed));
        walk::expressions(body, &mut |it| uses(it, false, &mut owners, &mut others));
        walk::declarations(body, &mut |variable, value| {
            if is_allocation(value) {
                owners.insert(variable);
            }
        });
        let kept = |it: &VariableId| if changed.contains(it) { VariableId(u32::MAX) } else { *it };
        others.extend(&function.parameters);
        let is_local = |it: &VariableId| variables[it.0 as usize].storage == Storage::Automatic;
        let owners = owners.difference(&others).copied().filter(is_local).collect();
        Locals { function: id, kept: function.parameters.iter().map(kept).collect(), owners }
    }
}

/// Finds variables that are set to what was allocated just now, and those that are used for more than accesses (`direct`).
fn uses(expr: &Expr, direct: bool, owners: &mut HashSet<VariableId>, others: &mut HashSet<VariableId>) {
    match &expr.kind {
        ExprKind::Assign(target, value) if is_allocation(value) => match target.kind {
            ExprKind::Variable(id) => {
                owners.insert(id);
            }
            _ => uses(target, false, owners, others),
        },
        ExprKind::Variable(id) => {
            others.insert(*id);
        }
        ExprKind::Load(inner) if direct && matches!(inner.kind, ExprKind::Variable(_)) => {}
        ExprKind::Dereference(pointer) => uses(pointer, true, owners, others),
        ExprKind::Convert(inner) => uses(inner, direct, owners, others),
        ExprKind::PointerAdd { pointer, index, .. } => {
            uses(pointer, direct, owners, others);
            uses(index, false, owners, others);
        }
        ExprKind::Decay(inner) | ExprKind::AddressOf(inner) => match places_behind(inner) {
            Some(pointer) => uses(pointer, direct, owners, others),
            None => uses(inner, false, owners, others),
        },
        _ => walk::children(expr).into_iter().for_each(|it| uses(it, false, owners, others)),
    }
}

/// The pointer that an lvalue is reached by.
fn places_behind(lvalue: &Expr) -> Option<&Expr> {
    match &lvalue.kind {
        ExprKind::Dereference(pointer) => Some(pointer),
        ExprKind::Member(inner, _) | ExprKind::BitField(inner, _) => places_behind(inner),
        _ => None,
    }
}

fn is_allocation(value: &Expr) -> bool {
    match &value.kind {
        ExprKind::Convert(inner) => is_allocation(inner),
        ExprKind::Builtin(builtin, _) => {
            matches!(builtin, Builtin::Malloc | Builtin::Calloc | Builtin::VariableArray | Builtin::Alloca)
        }
        _ => false,
    }
}

fn changes(expr: &Expr, changed: &mut HashSet<VariableId>) {
    match &expr.kind {
        ExprKind::Assign(target, _)
        | ExprKind::AssignOp { target, .. }
        | ExprKind::Increment { target, .. }
        | ExprKind::AddressOf(target) => changed.extend(variable_of(target)),
        _ => {}
    }
    walk::children(expr).into_iter().for_each(|it| changes(it, changed));
}

/// The variable that an lvalue is part of, if no pointer is in between.
pub(super) fn variable_of(lvalue: &Expr) -> Option<VariableId> {
    match &lvalue.kind {
        ExprKind::Variable(id) | ExprKind::CompoundLiteral(id, _) => Some(*id),
        ExprKind::Member(inner, _)
        | ExprKind::BitField(inner, _)
        | ExprKind::Watched(inner, _)
        | ExprKind::Load(inner)
        | ExprKind::Comma(_, inner)
        | ExprKind::Statements(_, Some(inner)) => variable_of(inner),
        ExprKind::Dereference(pointer) => variable_of_pointer(pointer),
        _ => None,
    }
}

fn variable_of_pointer(pointer: &Expr) -> Option<VariableId> {
    match &pointer.kind {
        ExprKind::AddressOf(object) | ExprKind::Decay(object) => variable_of(object),
        ExprKind::PointerAdd { pointer, .. } | ExprKind::Convert(pointer) => variable_of_pointer(pointer),
        _ => None,
    }
}

/// Reads places off expressions of one function.
#[derive(Clone, Copy)]
pub(super) struct Reader<'c, 't> {
    pub context: &'c Context<'t>,
    pub locals: &'c Locals,
}

impl Reader<'_, '_> {
    fn bits_of(&self, ty: &Type) -> Option<u64> {
        layout::size(plain(ty), self.context.records, self.context.model)
            .filter(|it| *it > 0)
            .map(|it| u64::from(it) * 8)
    }

    /// What an lvalue denotes; nothing for what is no object that others know.
    pub(super) fn place(&self, lvalue: &Expr) -> Option<Place> {
        match &lvalue.kind {
            ExprKind::Variable(id) | ExprKind::CompoundLiteral(id, _) => {
                Some(Place::at(Root::Variable(*id), self.bits_of(&lvalue.ty)))
            }
            ExprKind::Member(inner, offset) => {
                let size = self.bits_of(&lvalue.ty).filter(|_| !may_be_longer(&lvalue.ty));
                Some(self.place(inner)?.part(u64::from(*offset) * 8, size))
            }
            ExprKind::BitField(inner, bits) => {
                let place = self.place(inner)?.part(bits.start.into(), Some(bits.width.into()));
                Some(Place { bit_field: true, ..place })
            }
            ExprKind::Dereference(pointer) => {
                let mut place = self.pointed(pointer, self.bits_of(&lvalue.ty));
                if let (Type::Record(id), true) = (plain(&lvalue.ty), !place.exact) {
                    let record = &self.context.records[id.0 as usize];
                    place.within = (!record.union).then_some((*id, 0, u64::from(record.size) * 8));
                }
                Some(place)
            }
            ExprKind::Watched(inner, _)
            | ExprKind::Load(inner)
            | ExprKind::Comma(_, inner)
            | ExprKind::Statements(_, Some(inner)) => self.place(inner),
            _ => None,
        }
    }

    /// An object of so many bits that a pointer points to.
    fn pointed(&self, pointer: &Expr, size: Option<u64>) -> Place {
        match &pointer.kind {
            ExprKind::Convert(inner) => self.pointed(inner, size),
            ExprKind::AddressOf(object) | ExprKind::Decay(object) => {
                let place = self.place(object).unwrap_or(Place::at(Root::Memory, None));
                place.part(0, size)
            }
            ExprKind::PointerAdd { pointer, index, subtract: false, scale } => match (&pointer.kind, &index.kind) {
                (ExprKind::Decay(array), ExprKind::Constant(index)) if *index < u64::from(u32::MAX) => {
                    let place = self.place(array).unwrap_or(Place::at(Root::Memory, None));
                    place.part(index * u64::from(*scale) * 8, size)
                }
                (ExprKind::Decay(array), _) => {
                    let place = self.place(array).unwrap_or(Place::at(Root::Memory, None));
                    Place { exact: false, ..place }
                }
                _ => Place::at(self.root(pointer), None),
            },
            _ => Place::at(self.root(pointer), None),
        }
    }

    /// What a pointer leads to.
    pub(super) fn root(&self, pointer: &Expr) -> Root {
        match &pointer.kind {
            ExprKind::Convert(inner) | ExprKind::PointerAdd { pointer: inner, .. } | ExprKind::Comma(_, inner) => {
                self.root(inner)
            }
            ExprKind::AddressOf(object) | ExprKind::Decay(object) => {
                self.place(object).map_or(Root::Memory, |it| it.root)
            }
            ExprKind::Load(variable) => match variable.kind {
                ExprKind::Variable(id) => {
                    if self.locals.owners.contains(&id) {
                        return Root::Variable(id);
                    }
                    let index = self.locals.kept.iter().position(|it| *it == id);
                    index.map_or(Root::Memory, |it| Root::Parameter(it as u32))
                }
                _ => Root::Memory,
            },
            _ => Root::Memory,
        }
    }
}

/// An array of one element or none at the end of a record is often longer than it says.
fn may_be_longer(ty: &Type) -> bool {
    matches!(ty, Type::Array(_, None | Some(0 | 1)))
}

pub(super) fn plain(ty: &Type) -> &Type {
    match ty {
        Type::Atomic(inner) => plain(inner),
        other => other,
    }
}
