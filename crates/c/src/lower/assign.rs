//! Assignments, `op=`, `++` and `--`.
//!
//! On an `_Atomic` object `op=` is one step: an `Update` if `ir` has the operator and the bits of the result depend on
//! nothing but the bits of the object, else a section that reads, computes and writes. (A loop around a
//! compare-exchange would be the same to everybody else, but has unboundedly many executions.) An `Update` wraps around,
//! as C11 7.17.7.5p3 has it for the atomic functions.

use super::bits::BitPlace;
use super::function::{Body, Place};
use super::places::order;
use super::{floats, shapes};
use crate::tree::{BinaryOp, Expr, Type};
use ir::{Binary, Operation, Order, Update};
use source::Span;

/// The two values around a change.
struct Changed {
    old: ir::Expr,
    new: ir::Expr,
}

/// How the new value follows from the old one.
enum Change<'t> {
    /// By an operator, in the type `computation`, with a right operand.
    Operator { op: BinaryOp, value: ir::Expr, value_type: &'t Type, computation: &'t Type },
    /// By adding a number.
    By(i64),
}

/// Which of the values somebody wants.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Wanted {
    Nothing,
    Old,
    New,
}

impl<'u> Body<'u, '_, '_> {
    /// `target = value`; gives the value stored.
    pub(super) fn assign(&mut self, target: &'u Expr, value: &'u Expr, span: Span) -> ir::Expr {
        let place = self.place(target);
        let value = self.assigned(target, value);
        match place {
            Place::Register(register) => {
                self.automaton.assign(register, value, span);
                ir::Expr::Register(register)
            }
            Place::Memory(_) => {
                let value = self.automaton.cheap(value, shapes::kind(&target.ty), span);
                self.store_place(&place, target, value.clone(), span);
                value
            }
            Place::Bits(BitPlace { bits, .. }) => {
                let value = self.automaton.cheap(value, shapes::is_signed(&target.ty), span);
                self.store_place(&place, target, value.clone(), span);
                self.cut_to_bits(value, bits, &target.ty)
            }
        }
    }

    /// `target = value` as a statement.
    pub(super) fn assign_effect(&mut self, target: &'u Expr, value: &'u Expr, span: Span) {
        if shapes::is_aggregate(&target.ty) {
            self.assign_aggregate(target, value, span);
            return;
        }
        let place = self.place(target);
        let value = self.assigned(target, value);
        self.store_place(&place, target, value, span);
    }

    fn assigned(&mut self, target: &Expr, value: &'u Expr) -> ir::Expr {
        let lowered = self.value(value);
        self.convert_value(lowered, &value.ty, &target.ty)
    }

    /// Copies an aggregate; gives the address of the copy.
    pub(super) fn assign_aggregate(&mut self, target: &'u Expr, value: &'u Expr, span: Span) -> ir::Expr {
        if let Some(copy) = self.assign_whole(target, value, span) {
            return copy;
        }
        let address = self.address(target);
        let address = self.automaton.cheap(address, false, span);
        if self.is_computed_wide(value) {
            let value = self.wide(value);
            self.wide_store(address.clone(), self.alignment(target), &value, span);
            return address;
        }
        let source = self.address(value);
        let align = self.alignment(target).min(self.alignment(value));
        self.copy(address.clone(), source, &target.ty, align, span);
        address
    }

    pub(super) fn assign_op(
        &mut self,
        target: &'u Expr,
        op: BinaryOp,
        value: &'u Expr,
        computation: &'u Type,
        span: Span,
    ) -> ir::Expr {
        self.assign_op_wanting(Wanted::New, target, op, value, computation, span).new
    }

    pub(super) fn assign_op_effect(
        &mut self,
        target: &'u Expr,
        op: BinaryOp,
        value: &'u Expr,
        computation: &'u Type,
        span: Span,
    ) {
        self.assign_op_wanting(Wanted::Nothing, target, op, value, computation, span);
    }

    fn assign_op_wanting(
        &mut self,
        wanted: Wanted,
        target: &'u Expr,
        op: BinaryOp,
        value: &'u Expr,
        computation: &'u Type,
        span: Span,
    ) -> Changed {
        let place = self.repeatable_place(target);
        let operand = self.value(value);
        let change = Change::Operator { op, value: operand, value_type: &value.ty, computation };
        self.change(&place, target, &change, wanted, span)
    }

    pub(super) fn increment(&mut self, target: &'u Expr, by: i64, postfix: bool, span: Span) -> ir::Expr {
        let place = self.repeatable_place(target);
        let wanted = if postfix { Wanted::Old } else { Wanted::New };
        let changed = self.change(&place, target, &Change::By(by), wanted, span);
        if postfix { changed.old } else { changed.new }
    }

    pub(super) fn increment_effect(&mut self, target: &'u Expr, by: i64, span: Span) {
        let place = self.repeatable_place(target);
        self.change(&place, target, &Change::By(by), Wanted::Nothing, span);
    }

    /// A place that is used twice.
    pub(super) fn repeatable_place(&mut self, target: &'u Expr) -> Place {
        match self.place(target) {
            Place::Memory(address) => Place::Memory(self.automaton.cheap(address, false, target.span)),
            Place::Bits(place) => {
                let record = self.automaton.cheap(place.record, false, target.span);
                Place::Bits(BitPlace { record, ..place })
            }
            register @ Place::Register(_) => register,
        }
    }

    fn change(&mut self, place: &Place, target: &Expr, change: &Change, wanted: Wanted, span: Span) -> Changed {
        match place {
            Place::Register(register) => {
                let register = ir::Expr::Register(*register);
                // To read and write an atomic object at once is to use what it held.
                if order(&target.ty) != Order::NonAtomic && !planted::bug!(LocalAtomicsUnused) {
                    let width = self.automaton.width_of(&register);
                    self.decided_by(register.clone(), width, span);
                }
                let old = match wanted {
                    Wanted::Old => self.automaton.stable(register.clone(), shapes::kind(&target.ty), span),
                    Wanted::Nothing | Wanted::New => register.clone(),
                };
                let new = self.changed(old.clone(), target, change, span);
                self.store_place(place, target, new, span);
                Changed { old, new: register }
            }
            Place::Memory(address) if order(&target.ty) != Order::NonAtomic => match update_of(change, &target.ty) {
                Some((update, operand)) => self.update(address, target, update, operand, change, span),
                None => {
                    self.automaton.visible(Operation::AtomicBegin { quiet: true }, span);
                    let changed = self.read_and_write(place, target, change, Wanted::New, span);
                    self.automaton.visible(Operation::AtomicEnd, span);
                    changed
                }
            },
            Place::Memory(_) => self.read_and_write(place, target, change, wanted, span),
            Place::Bits(BitPlace { bits, .. }) => {
                let Changed { old, new } = self.read_and_write(place, target, change, wanted, span);
                Changed { old, new: self.cut_to_bits(new, *bits, &target.ty) }
            }
        }
    }

    fn read_and_write(&mut self, place: &Place, target: &Expr, change: &Change, wanted: Wanted, span: Span) -> Changed {
        let mut old = self.load_place(place, target);
        if wanted == Wanted::Old {
            old = self.automaton.cheap(old, shapes::is_signed(&target.ty), span);
        }
        let mut new = self.changed(old.clone(), target, change, span);
        if wanted == Wanted::New {
            new = self.automaton.cheap(new, shapes::kind(&target.ty), span);
        }
        self.store_place(place, target, new.clone(), span);
        Changed { old, new }
    }

    fn update(
        &mut self,
        address: &ir::Expr,
        target: &Expr,
        update: Update,
        operand: ir::Expr,
        change: &Change,
        span: Span,
    ) -> Changed {
        let size = shapes::bytes(&target.ty, self.model).expect("an atomic object is a scalar");
        let operand = self.automaton.resize(operand, size.width(), operand_is_signed(change));
        let operand = self.automaton.cheap(operand, false, span);
        let dest = self.automaton.temporary(size.width(), shapes::is_signed(&target.ty));
        let old = ir::Expr::Register(dest);
        let new = self.automaton.binary(wrapping(update), old.clone(), operand.clone());
        let order = Order::SequentiallyConsistent;
        self.automaton
            .visible(Operation::Update { dest, address: address.clone(), update, operand, size, order }, span);
        let old = self.moved_variable(old, &target.ty, change, span);
        Changed { old, new }
    }

    /// A pointer that is about to be moved, or was moved: it must not leave its object. What the library does is right.
    fn moved_variable(&mut self, old: ir::Expr, ty: &Type, change: &Change, span: Span) -> ir::Expr {
        if self.is_library || !matches!(shapes::strip_atomic(ty), Type::Pointer(_)) {
            return old;
        }
        let width = shapes::pointer_width(self.model);
        let by = match change {
            Change::Operator { op: BinaryOp::Subtract, value, .. } => {
                self.automaton.binary(Binary::Subtract, ir::Expr::Const(width, 0), value.clone())
            }
            Change::Operator { value, .. } => value.clone(),
            Change::By(by) => ir::Expr::constant(width, *by as u64),
        };
        self.within_object(old, &by, false, span)
    }

    /// The new value, in the type of the target.
    fn changed(&mut self, old: ir::Expr, target: &Expr, change: &Change, span: Span) -> ir::Expr {
        let old = self.moved_variable(old, &target.ty, change, span);
        match change {
            Change::Operator { op, value, value_type, computation } => {
                let left = self.convert_value(old, &target.ty, computation);
                let result = self.arithmetic(*op, left, computation, value.clone(), value_type);
                self.convert_value(result, computation, &target.ty)
            }
            Change::By(by) => self.incremented(old, &target.ty, *by),
        }
    }

    fn incremented(&self, old: ir::Expr, ty: &Type, by: i64) -> ir::Expr {
        let width = self.automaton.width_of(&old);
        let amount = |by: i64| ir::Expr::constant(width, by as u64);
        match shapes::strip_atomic(ty) {
            // `b++` makes 1, `b--` makes the opposite (0 - 1 is not 0).
            Type::Bool if by > 0 => amount(1),
            Type::Bool => self.automaton.resize(self.automaton.not(self.automaton.truth(old)), width, false),
            // Below the rank of `int` it is computed as `int`, where it fits, and cut.
            Type::Int { bits, signed: true } if *bits >= 32 => {
                let op = if by < 0 { Binary::SubtractSigned } else { Binary::AddSigned };
                self.automaton.binary(op, old, amount(by.abs()))
            }
            Type::Int { .. } | Type::Pointer(_) => self.automaton.binary(Binary::Add, old, amount(by)),
            Type::Float(float) => {
                let amount = ir::Expr::Const(float.width(), ir::float::bits(float.width(), by as f64));
                self.automaton.binary(Binary::FloatAdd, old, amount)
            }
            Type::Void
            | Type::Array(..)
            | Type::VariableArray(..)
            | Type::Record(_)
            | Type::Function(_)
            | Type::Atomic(_)
            | Type::Mutex
            | Type::Opaque(_) => panic!("tree: `++` and `--` have a scalar operand"),
        }
    }
}

/// The read-modify-write that means the same, if there is one, with its operand.
fn update_of(change: &Change, ty: &Type) -> Option<(Update, ir::Expr)> {
    // A `_Bool` is made 0 or 1 after the operation.
    if matches!(shapes::strip_atomic(ty), Type::Bool) {
        return None;
    }
    // The bits of a sum are no sum of bits.
    if floats::float(ty).is_some() {
        return None;
    }
    match change {
        Change::Operator { computation, .. } if floats::float(computation).is_some() => None,
        Change::Operator { op, value, .. } => {
            let update = match op {
                BinaryOp::Add => Update::Add,
                BinaryOp::Subtract => Update::Subtract,
                BinaryOp::And => Update::And,
                BinaryOp::Or => Update::Or,
                BinaryOp::Xor => Update::Xor,
                BinaryOp::Multiply
                | BinaryOp::Divide
                | BinaryOp::Remainder
                | BinaryOp::ShiftLeft
                | BinaryOp::ShiftRight
                | BinaryOp::Less
                | BinaryOp::LessEqual
                | BinaryOp::Greater
                | BinaryOp::GreaterEqual
                | BinaryOp::Equal
                | BinaryOp::NotEqual => return None,
            };
            Some((update, value.clone()))
        }
        Change::By(by) if *by < 0 => Some((Update::Subtract, number(by.wrapping_neg()))),
        Change::By(by) => Some((Update::Add, number(*by))),
    }
}

/// A number to be cut to the width of the object.
fn number(value: i64) -> ir::Expr {
    ir::Expr::Const(ir::Width(64), value as u64)
}

fn operand_is_signed(change: &Change) -> bool {
    match change {
        Change::Operator { value_type, .. } => shapes::is_signed(value_type),
        Change::By(_) => true,
    }
}

fn wrapping(update: Update) -> Binary {
    match update {
        Update::Add => Binary::Add,
        Update::Subtract => Binary::Subtract,
        Update::And => Binary::And,
        Update::Or => Binary::Or,
        Update::Xor => Binary::Xor,
        Update::Exchange | Update::Nand | Update::AddIfFits | Update::SubtractIfFits => {
            unreachable!("no operator of C assigns this way")
        }
    }
}
