//! Atomic operations on objects of 16 bytes: structs and unions of that size, and `__int128`.
//!
//! A register has 64 bits, so such an object is accessed in two halves, in one step: a section that is *quiet*. Each half is accessed with the
//! memory order of the whole, so release and acquire mean the same as on one number: a read finds both halves of one write, and
//! synchronises by way of either of them. What exchanges the whole exchanges each half, so that release sequences go on.
//!
//! A compare-exchange looks at both halves and then exchanges each. If only one half is another than expected, that half is compared by
//! an exchange that fails: where memory is freed, the machine sees there that an address may be used again (`ir/passes/reuse.rs`). If both
//! are, the one would have to be equal as well for that to matter; a number beside a pointer (a *counted pointer*) is known not to be, and
//! of anything else both halves are compared so.

use super::bits::ALIGNED;
use super::builtins::{Orders, pointee};
use super::function::Body;
use super::shapes;
use super::wide::{WORD, WORD_SIZE, Wide, is_wide};
use crate::layout;
use crate::tree::{Builtin, Expr, Type};
use ir::{Action, Binary, Operation, Order, RegisterId, Unary, Update, Width};
use source::Span;

/// The size of such an object.
const SIZE: u32 = 16;

impl<'u> Body<'u, '_, '_> {
    /// Whether an atomic object is accessed in two halves.
    pub(super) fn is_pair(&self, ty: &Type) -> bool {
        let ty = shapes::strip_atomic(ty);
        is_wide(ty) || matches!(ty, Type::Record(_)) && shapes::shape(ty, self.unit).size(self.model) == SIZE
    }

    /// Whether that is what the first argument of an atomic function points to.
    pub(super) fn is_about_pair(&self, arguments: &[Expr]) -> bool {
        arguments.first().and_then(pointee).is_some_and(|it| self.is_pair(it))
    }

    /// The value of an expression as two words.
    pub(super) fn pair_of(&mut self, expr: &'u Expr) -> Wide {
        if is_wide(&expr.ty) {
            return self.wide(expr);
        }
        let source = self.address(expr);
        self.gathered_pair(source, &expr.ty, self.alignment(expr), expr.span)
    }

    /// The record at an address as two words, by way of a copy whose padding is 0.
    fn gathered_pair(&mut self, source: ir::Expr, ty: &Type, align: u32, span: Span) -> Wide {
        let ty = shapes::strip_atomic(ty);
        let copy = self.zeroed_scratch("whole", ty, span);
        self.copy(copy.clone(), source, ty, align.min(ALIGNED), span);
        self.wide_load(copy, ALIGNED, span)
    }

    /// Two words as an object; gives its address.
    pub(super) fn spread_pair(&mut self, value: &Wide, ty: &Type, span: Span) -> ir::Expr {
        let copy = self.scratch("whole", shapes::strip_atomic(ty), span);
        self.wide_store(copy.clone(), ALIGNED, value, span);
        copy
    }

    /// What an atomic function does that is no compare-exchange; gives the value that it reads.
    pub(super) fn atomic_pair(&mut self, builtin: Builtin, arguments: &'u [Expr], span: Span) -> Option<Wide> {
        let address = |body: &mut Self| {
            let object = arguments.first()?;
            let address = body.sum_or_value(object);
            let address = body.automaton.stable(address, false, span);
            body.require_aligned(&address, pointee(object)?, span);
            Some(address)
        };
        match builtin {
            Builtin::AtomicLoad(order) => {
                let address = address(self)?;
                Some(self.pair_load(&address, order, span))
            }
            Builtin::AtomicStore(order) => {
                let address = address(self)?;
                let value = self.pair_of(arguments.get(1)?);
                self.pair_store(&address, &value, order, span);
                None
            }
            Builtin::AtomicInit => {
                let address = address(self)?;
                let value = self.pair_of(arguments.get(1)?);
                self.put_halves(&address, &value, Order::NonAtomic, span);
                None
            }
            Builtin::AtomicUpdate(update, order) => {
                let address = address(self)?;
                let operand = self.pair_of(arguments.get(1)?);
                Some(self.pair_update(&address, update, &operand, order, span))
            }
            _ => None,
        }
    }

    /// Demands that an object whose type is aligned to its size is so. Where it is not, an access to 8 bytes at an odd address is the
    /// mistake: halves by themselves would be aligned. (What `__atomic_…` does with a type that is less aligned takes a lock.)
    pub(super) fn require_aligned(&mut self, address: &ir::Expr, ty: &Type, span: Span) {
        let is_known = matches!(address, ir::Expr::Address(_, offset) if offset % i64::from(SIZE) == 0);
        if is_known || layout::align(ty, &self.unit.records, self.model) < SIZE || planted::bug!(HalvesAlignedAlone) {
            return;
        }
        let width = shapes::pointer_width(self.model);
        let rest = self.automaton.binary(Binary::And, address.clone(), ir::Expr::constant(width, u64::from(SIZE - 1)));
        let is_aligned = self.automaton.binary(Binary::Equal, rest, ir::Expr::constant(width, 0));
        let (aligned, misaligned) = (self.automaton.location(), self.automaton.location());
        self.automaton.branch(is_aligned, aligned, misaligned, span);
        self.automaton.start_at(misaligned);
        let odd = self.offset(address.clone(), 1);
        self.automaton.load(odd, WORD_SIZE, false, Order::NonAtomic, span);
        self.automaton.jump_and_start_at(aligned, span);
    }

    /// Reads the whole.
    pub(super) fn pair_load(&mut self, address: &ir::Expr, order: Order, span: Span) -> Wide {
        self.in_one_step(span, |body| body.halves(address, order, span))
    }

    /// Writes the whole.
    pub(super) fn pair_store(&mut self, address: &ir::Expr, value: &Wide, order: Order, span: Span) {
        self.in_one_step(span, |body| body.put_halves(address, value, order, span));
    }

    /// Reads and writes the whole; gives what was there.
    pub(super) fn pair_update(
        &mut self,
        address: &ir::Expr,
        update: Update,
        operand: &Wide,
        order: Order,
        span: Span,
    ) -> Wide {
        self.in_one_step(span, |body| {
            let new = match update {
                Update::Exchange => operand.clone(),
                _ => {
                    let old = body.halves(address, Order::Relaxed, span);
                    body.pair_updated(update, &old, operand, span)
                }
            };
            let low = body.exchange(address.clone(), &new.low, order, span);
            let high = body.exchange(body.offset(address.clone(), 8), &new.high, order, span);
            Wide { low, high }
        })
    }

    /// The new value of a read-modify-write.
    pub(super) fn pair_updated(&mut self, update: Update, old: &Wide, operand: &Wide, span: Span) -> Wide {
        let each = |body: &mut Self, operator: Binary| {
            let low = body.automaton.binary(operator, old.low.clone(), operand.low.clone());
            let high = body.automaton.binary(operator, old.high.clone(), operand.high.clone());
            body.kept_wide(low, high, span)
        };
        match update {
            Update::Exchange => operand.clone(),
            Update::Add => self.wide_sum(old.clone(), operand.clone(), false, span),
            Update::Subtract => self.wide_difference(old.clone(), operand.clone(), false, span),
            Update::And => each(self, Binary::And),
            Update::Or => each(self, Binary::Or),
            Update::Xor => each(self, Binary::Xor),
            Update::Nand => {
                let both = each(self, Binary::And);
                self.each(both, span, |body, it| body.automaton.unary(Unary::Not, it))
            }
            Update::AddIfFits | Update::SubtractIfFits => unreachable!("only models use them"),
        }
    }

    /// Compares and exchanges the whole, and if the object held something else writes that back. Gives whether it was equal.
    pub(super) fn pair_compare_exchange(
        &mut self,
        expr: &Expr,
        arguments: &'u [Expr],
        orders: Orders,
    ) -> Option<ir::Expr> {
        let span = expr.span;
        let object = arguments.first()?;
        let declared = pointee(object)?;
        let ty = shapes::strip_atomic(declared);
        let address = self.value(object);
        let address = self.automaton.stable(address, false, span);
        self.require_aligned(&address, declared, span);
        let place = self.value(arguments.get(1)?);
        let place = self.automaton.stable(place, false, span);
        let desired = self.pair_of(arguments.get(2)?);
        let align = self.record_alignment(ty);
        let expected = match is_wide(ty) {
            true => self.wide_load(place.clone(), ALIGNED, span),
            false => self.gathered_pair(place.clone(), ty, align, span),
        };
        if orders.weak {
            let sentence = "weak compare-exchanges of 16 bytes fail only for a reason";
            if self.program.approximations.iter().all(|it| it != sentence) {
                self.program.approximations.push(sentence.to_owned());
            }
        }
        let is_counted = self.is_counted(ty);
        let found =
            self.in_one_step(span, |body| body.exchange_if(&address, &expected, &desired, orders, is_counted, span));
        let same = self.is_same(&found, &expected);
        let width = shapes::width(&expr.ty, self.model).unwrap_or(Width(8));
        let result = self.automaton.temporary(width, false);
        let wide = self.automaton.resize(same.clone(), width, false);
        self.automaton.emit(Action::Assign(result, wide), span);
        let (store, end) = (self.automaton.location(), self.automaton.location());
        self.automaton.branch(same, end, store, span);
        self.automaton.start_at(store);
        if is_wide(ty) {
            self.wide_store(place, ALIGNED, &found, span);
        } else {
            let copy = self.spread_pair(&found, ty, span);
            self.copy(place, copy, ty, align, span);
        }
        self.automaton.jump_and_start_at(end, span);
        Some(ir::Expr::Register(result))
    }

    /// The section of a compare-exchange; gives what was found.
    fn exchange_if(
        &mut self,
        address: &ir::Expr,
        expected: &Wide,
        desired: &Wide,
        orders: Orders,
        is_counted: bool,
        span: Span,
    ) -> Wide {
        let above = self.offset(address.clone(), 8);
        let found = self.halves(address, Order::Relaxed, span);
        let equal = |body: &Self, one: &ir::Expr, two: &ir::Expr| {
            body.automaton.binary(Binary::Equal, one.clone(), two.clone())
        };
        let low = |body: &mut Self| body.compare(address.clone(), &expected.low, &desired.low, orders, span);
        let high = |body: &mut Self| body.compare(above.clone(), &expected.high, &desired.high, orders, span);
        let look = |body: &mut Self, at: &ir::Expr| {
            _ = body.automaton.load(at.clone(), WORD_SIZE, false, orders.failure, span)
        };
        let [high_is_equal, other, exchanged, failed, low_is_equal, none, end] =
            std::array::from_fn(|_| self.automaton.location());
        let condition = equal(self, &found.high, &expected.high);
        self.automaton.branch(condition, high_is_equal, other, span);
        self.automaton.start_at(high_is_equal);
        let old = low(self);
        let condition = equal(self, &ir::Expr::Register(old), &expected.low);
        self.automaton.branch(condition, exchanged, failed, span);
        self.automaton.start_at(exchanged);
        high(self);
        self.automaton.jump(end, span);
        self.automaton.start_at(failed);
        look(self, &above);
        self.automaton.jump(end, span);
        self.automaton.start_at(other);
        let condition = equal(self, &found.low, &expected.low);
        self.automaton.branch(condition, low_is_equal, none, span);
        self.automaton.start_at(low_is_equal);
        look(self, address);
        high(self);
        self.automaton.jump(end, span);
        self.automaton.start_at(none);
        if is_counted {
            look(self, address);
            look(self, &above);
        } else {
            low(self);
            high(self);
        }
        self.automaton.jump_and_start_at(end, span);
        found
    }

    fn is_same(&mut self, found: &Wide, expected: &Wide) -> ir::Expr {
        let low = self.automaton.binary(Binary::Equal, found.low.clone(), expected.low.clone());
        let high = self.automaton.binary(Binary::Equal, found.high.clone(), expected.high.clone());
        self.automaton.binary(Binary::And, low, high)
    }

    /// Whether it is a pointer beside a number.
    fn is_counted(&self, ty: &Type) -> bool {
        let Type::Record(record) = ty else { return false };
        let fields = &self.unit.records[record.0 as usize].fields;
        let pointers = fields.iter().filter(|it| matches!(shapes::strip_atomic(&it.ty), Type::Pointer(_))).count();
        let numbers = fields.iter().filter(|it| matches!(shapes::strip_atomic(&it.ty), Type::Int { .. })).count();
        pointers == 1 && pointers + numbers == fields.len()
    }

    fn in_one_step<T>(&mut self, span: Span, body: impl FnOnce(&mut Self) -> T) -> T {
        self.automaton.visible(Operation::AtomicBegin { quiet: true }, span);
        let done = body(self);
        self.automaton.visible(Operation::AtomicEnd, span);
        done
    }

    /// Reads both halves.
    pub(super) fn halves(&mut self, address: &ir::Expr, order: Order, span: Span) -> Wide {
        let low = self.automaton.load(address.clone(), WORD_SIZE, false, order, span);
        let high = self.automaton.load(self.offset(address.clone(), 8), WORD_SIZE, false, order, span);
        Wide { low, high }
    }

    /// Writes both halves.
    pub(super) fn put_halves(&mut self, address: &ir::Expr, value: &Wide, order: Order, span: Span) {
        self.automaton.store(address.clone(), value.low.clone(), WORD_SIZE, order, span);
        let above = self.offset(address.clone(), 8);
        self.automaton.store(above, value.high.clone(), WORD_SIZE, order, span);
    }

    fn exchange(&mut self, address: ir::Expr, value: &ir::Expr, order: Order, span: Span) -> ir::Expr {
        let dest = self.automaton.temporary(WORD, false);
        let (update, operand, size) = (Update::Exchange, value.clone(), WORD_SIZE);
        self.automaton.visible(Operation::Update { dest, address, update, operand, size, order }, span);
        ir::Expr::Register(dest)
    }

    fn compare(
        &mut self,
        address: ir::Expr,
        expected: &ir::Expr,
        desired: &ir::Expr,
        orders: Orders,
        span: Span,
    ) -> RegisterId {
        let dest = self.automaton.temporary(WORD, false);
        let operation = Operation::CompareExchange {
            dest,
            address,
            expected: expected.clone(),
            desired: desired.clone(),
            size: WORD_SIZE,
            order: orders.success,
            failure: orders.failure,
            weak: false,
        };
        self.automaton.visible(operation, span);
        dest
    }
}
