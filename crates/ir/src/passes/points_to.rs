//! What a pointer may point to. Changes nothing; engines that abstract from values ask here where an access can go.
//!
//! The analysis ignores the order of steps and the calling context (L. O. Andersen, 1994). A value is a number, of which
//! the lowest bits may be known, or the address of a byte of an object, of whose offset the lowest bits may be known:
//! an access to the second field of some element of an array of records goes to the second field of *some* element. Only
//! low bits are kept, since arithmetic that wraps around respects them and no other remainder.
//!
//! Objects are named by where they are made ([`Target`]): one name stands for all instances. What was stored at a known
//! offset is kept by offset, everything else by object. An address that is taken apart and put together again is followed
//! (its bytes remember the object), one that is made from numbers is not: whoever accesses it finds no target.

use super::walk;
use crate::syntax::*;
use std::collections::BTreeMap;

/// What an address may be that of; stands for all instances.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Target {
    /// A global object, or every thread's own.
    Global(GlobalId),
    /// A local of a function.
    Slot(FunctionId, SlotId),
    /// What an edge of a function allocates, by its index.
    Made(FunctionId, u32),
    /// A function.
    Function(FunctionId),
}

/// A number of which the lowest bits are known: all of them if `bits` is 64.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LowBits {
    /// How many.
    pub bits: u8,
    /// What they are; the others are 0.
    pub value: u64,
}

impl LowBits {
    /// Nothing is known.
    pub const ANY: LowBits = LowBits { bits: 0, value: 0 };

    /// Everything is known.
    pub fn exact(value: u64) -> LowBits {
        LowBits { bits: 64, value }
    }

    /// The number, if it is known.
    pub fn number(self) -> Option<u64> {
        (self.bits == 64).then_some(self.value)
    }

    /// Whether a number has these bits.
    pub fn matches(self, number: u64) -> bool {
        low(number, self.bits) == self.value
    }

    fn new(bits: u8, value: u64) -> LowBits {
        LowBits { bits, value: low(value, bits) }
    }

    fn join(self, other: LowBits) -> LowBits {
        let agree = (self.value ^ other.value).trailing_zeros() as u8;
        LowBits::new(self.bits.min(other.bits).min(agree), self.value)
    }

    fn add(self, other: LowBits) -> LowBits {
        LowBits::new(self.bits.min(other.bits), self.value.wrapping_add(other.value))
    }

    fn subtract(self, other: LowBits) -> LowBits {
        LowBits::new(self.bits.min(other.bits), self.value.wrapping_sub(other.value))
    }

    fn multiply(self, other: LowBits) -> LowBits {
        let zeros = |it: LowBits| (it.value.trailing_zeros() as u8).min(it.bits);
        let bits = (self.bits.saturating_add(zeros(other))).min(other.bits.saturating_add(zeros(self))).min(64);
        let bits = if self.bits == 64 && other.bits == 64 { 64 } else { bits.min(63) };
        LowBits::new(bits, self.value.wrapping_mul(other.value))
    }

    fn truncate(self, width: Width) -> LowBits {
        match self.bits >= width.0 {
            true => LowBits::exact(self.value & width.mask()),
            false => self,
        }
    }
}

fn low(number: u64, bits: u8) -> u64 {
    if bits >= 64 { number } else { number & ((1 << bits) - 1) }
}

/// What an expression or a place may hold.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Value {
    /// A number, if it may be one.
    pub number: Option<LowBits>,
    /// Addresses: of what, and at which offset.
    pub pointers: BTreeMap<Target, LowBits>,
}

impl Value {
    fn number(number: LowBits) -> Value {
        Value { number: Some(number), pointers: BTreeMap::new() }
    }

    fn pointer(target: Target, offset: LowBits) -> Value {
        Value { number: None, pointers: [(target, offset)].into_iter().collect() }
    }

    /// The same where nothing is known of numbers and offsets.
    fn blurred(&self) -> Value {
        let pointers = self.pointers.keys().map(|it| (*it, LowBits::ANY)).collect();
        Value { number: Some(LowBits::ANY), pointers }
    }

    /// Adds what another one may be; whether that is new.
    fn join(&mut self, other: &Value) -> bool {
        let mut changed = false;
        if let Some(number) = other.number {
            let joined = self.number.map_or(number, |it| it.join(number));
            changed |= self.number != Some(joined);
            self.number = Some(joined);
        }
        for (target, offset) in &other.pointers {
            let joined = self.pointers.get(target).map_or(*offset, |it| it.join(*offset));
            changed |= self.pointers.insert(*target, joined) != Some(joined);
        }
        changed
    }

    fn moved(&self, by: &Value, apply: impl Fn(LowBits, LowBits) -> LowBits) -> BTreeMap<Target, LowBits> {
        let by = if by.pointers.is_empty() { by.number.unwrap_or(LowBits::ANY) } else { LowBits::ANY };
        self.pointers.iter().map(|(target, offset)| (*target, apply(*offset, by))).collect()
    }
}

/// An access of an edge: to the bytes from some offset on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Access {
    /// Of what.
    pub target: Target,
    /// Where; `None`: all of it.
    pub offset: Option<LowBits>,
    /// How many bytes.
    pub size: u8,
    /// Whether it is changed; everything that is changed may be read before.
    pub is_write: bool,
}

/// What pointers may point to.
#[derive(Clone, Debug)]
pub struct PointsTo {
    model: crate::DataModel,
    registers: Vec<Vec<Value>>,
    results: Vec<Value>,
    thread_result: Value,
    contents: BTreeMap<(Target, i64), Value>,
    blurred: BTreeMap<Target, Value>,
    /// Only what is loaded from a known place counts as a part of an address, and no difference of two does.
    exact_parts: bool,
}

impl PointsTo {
    /// Analyses a program.
    pub fn of(program: &Program) -> PointsTo {
        PointsTo::analyse(program, false)
    }

    /// The same, but parts of addresses are followed only if they are loaded from a known place: a number that is loaded through a pointer,
    /// from memory that has pointers elsewhere, is no part of one then. Nor is the difference of two addresses.
    pub fn of_exact_parts(program: &Program) -> PointsTo {
        PointsTo::analyse(program, true)
    }

    fn analyse(program: &Program, exact_parts: bool) -> PointsTo {
        let registers = |it: &Function| vec![Value::default(); it.registers.len()];
        let mut all = PointsTo {
            model: program.model,
            registers: program.functions.iter().map(registers).collect(),
            results: vec![Value::default(); program.functions.len()],
            thread_result: Value::default(),
            contents: BTreeMap::new(),
            blurred: BTreeMap::new(),
            exact_parts,
        };
        for (index, global) in program.globals.iter().enumerate() {
            for &(offset, base, addend) in &global.init.addresses {
                let target = match base {
                    Base::Global(it) => Target::Global(it),
                    Base::Function(it) => Target::Function(it),
                    Base::Slot(_) => continue,
                };
                let value = Value::pointer(target, LowBits::exact(addend as u64));
                all.contents.insert((Target::Global(GlobalId(index as u32)), offset.into()), value);
            }
        }
        // Registers hold 0 when a function is entered.
        for value in all.registers.iter_mut().flatten() {
            *value = Value::number(LowBits::exact(0));
        }
        while all.round(program) {}
        all
    }

    fn round(&mut self, program: &Program) -> bool {
        let mut changed = false;
        for (index, function) in program.functions.iter().enumerate() {
            for (edge, it) in function.edges.iter().enumerate() {
                changed |= self.flow(program, FunctionId(index as u32), edge as u32, it);
            }
        }
        changed
    }

    fn flow(&mut self, program: &Program, id: FunctionId, index: u32, edge: &Edge) -> bool {
        let value = |all: &PointsTo, expr: &Expr| all.value(program, id, expr);
        match &edge.action {
            Action::Skip => false,
            Action::Assign(register, expr) => {
                let it = value(self, expr);
                self.set(id, *register, &it)
            }
            Action::Call { dest, callee, arguments } => {
                let arguments: Vec<Value> = arguments.iter().map(|it| value(self, it)).collect();
                let callees = match callee {
                    Callee::Direct(callee) => vec![*callee],
                    Callee::Indirect(address) => functions(&value(self, address)),
                };
                let mut changed = false;
                for callee in callees {
                    changed |= self.enter(program, callee, &arguments);
                    if let Some(dest) = dest {
                        let result = self.results[callee.index()].clone();
                        changed |= self.set(id, *dest, &result);
                    }
                }
                changed
            }
            Action::Return(expr) => {
                let zero = Value::number(LowBits::exact(0));
                let it = expr.as_ref().map_or(zero, |it| value(self, it));
                self.results[id.index()].join(&it)
            }
            Action::Stop(Stop::ThreadExit(expr)) => {
                let it = value(self, expr);
                self.thread_result.join(&it)
            }
            Action::Stop(
                Stop::Assume | Stop::Cut | Stop::Exit | Stop::Fail(_) | Stop::Misuse(_) | Stop::Uninitialised(_),
            ) => false,
            Action::Visible(operation) => self.operate(program, id, index, operation),
        }
    }

    fn operate(&mut self, program: &Program, id: FunctionId, index: u32, operation: &Operation) -> bool {
        let value = |all: &PointsTo, expr: &Expr| all.value(program, id, expr);
        let any = Value::number(LowBits::ANY);
        match operation {
            // Which bits were never written is no address.
            Operation::Load { dest, order: Order::Unset, .. } => self.set(id, *dest, &any),
            Operation::Store { order: Order::Unset, .. } => false,
            Operation::Load { dest, address, size, .. } => {
                let found = self.load(&value(self, address), size.0);
                self.set(id, *dest, &found)
            }
            Operation::Store { address, value: stored, .. } => {
                let (address, stored) = (value(self, address), value(self, stored));
                self.store(&address, &stored)
            }
            Operation::Update { dest, address, operand, size, .. } => {
                let (address, operand) = (value(self, address), value(self, operand));
                let old = self.load(&address, size.0);
                let mut new = operand.clone();
                new.join(&old.blurred());
                new.join(&operand.blurred());
                let stored = self.store(&address, &new);
                self.set(id, *dest, &old) || stored
            }
            Operation::CompareExchange { dest, address, desired, size, .. } => {
                let (address, desired) = (value(self, address), value(self, desired));
                let stored = self.store(&address, &desired);
                let old = self.load(&address, size.0);
                self.set(id, *dest, &old) || stored
            }
            Operation::Spawn { dest, function, argument, place } => {
                let (address, argument) = (value(self, function), value(self, argument));
                let mut changed = self.set(id, *dest, &any);
                if let Some(place) = place {
                    let place = value(self, place);
                    changed |= self.store(&place, &any);
                }
                for started in functions(&address) {
                    changed |= match program.runner {
                        None => self.enter(program, started, std::slice::from_ref(&argument)),
                        Some(runner) => self.enter(program, runner, &[address.clone(), argument.clone()]),
                    };
                    let result = self.results[program.runner.unwrap_or(started).index()].clone();
                    changed |= self.thread_result.join(&result);
                }
                changed
            }
            Operation::Join { dest, .. } => {
                let result = self.thread_result.clone();
                dest.is_some_and(|it| self.set(id, it, &result))
            }
            Operation::Choose { dest, .. }
            | Operation::CurrentThread { dest }
            | Operation::Extent { dest, .. }
            | Operation::Doubt { dest, .. }
            | Operation::TryLock { dest, .. } => self.set(id, *dest, &any),
            Operation::Lock { dest, .. } | Operation::Unlock { dest, .. } => {
                dest.is_some_and(|it| self.set(id, it, &any))
            }
            Operation::Allocate { dest, .. } => {
                let mut made = Value::pointer(Target::Made(id, index), LowBits::exact(0));
                made.number = Some(LowBits::exact(0));
                self.set(id, *dest, &made)
            }
            Operation::Reallocate { dest, address, .. } => {
                let target = Target::Made(id, index);
                let mut made = Value::pointer(target, LowBits::exact(0));
                made.number = Some(LowBits::exact(0));
                let mut changed = self.set(id, *dest, &made);
                for from in value(self, address).pointers.into_keys().filter(|it| *it != target) {
                    let cells = self.contents.range((from, i64::MIN)..=(from, i64::MAX));
                    let cells: Vec<(i64, Value)> = cells.map(|it| (it.0.1, it.1.clone())).collect();
                    for (offset, held) in cells {
                        changed |= self.contents.entry((target, offset)).or_default().join(&held);
                    }
                    if let Some(held) = self.blurred.get(&from).cloned() {
                        changed |= self.blurred.entry(target).or_default().join(&held);
                    }
                }
                changed
            }
            Operation::Fence(_)
            | Operation::InitMutex { .. }
            | Operation::DestroyMutex(_)
            | Operation::Detach(_)
            | Operation::AtomicBegin { .. }
            | Operation::AtomicEnd
            | Operation::Free(_)
            | Operation::Release(_)
            | Operation::OpenSlot(_)
            | Operation::CloseSlot(_) => false,
        }
    }

    fn set(&mut self, id: FunctionId, register: RegisterId, value: &Value) -> bool {
        self.registers[id.index()][register.index()].join(value)
    }

    fn enter(&mut self, program: &Program, callee: FunctionId, arguments: &[Value]) -> bool {
        let parameters = program.functions[callee.index()].parameters as usize;
        let mut changed = false;
        for (register, argument) in arguments.iter().take(parameters).enumerate() {
            changed |= self.registers[callee.index()][register].join(argument);
        }
        changed
    }

    /// What may be found at an address.
    fn load(&self, address: &Value, size: u8) -> Value {
        // Numbers in memory are not followed.
        let mut found = Value::number(LowBits::ANY);
        for (target, offset) in &address.pointers {
            // Accesses of pointer width are aligned: they find all of a pointer, or what was stored in parts.
            let is_whole = u32::from(size) == self.model.pointer_bytes();
            let mut find = |held: &Value, is_there: bool| {
                if is_whole && is_there { found.join(held) } else { found.join(&held.blurred()) }
            };
            if !is_whole && self.exact_parts && offset.number().is_none() {
                continue;
            }
            if let Some(held) = self.blurred.get(target).filter(|_| is_whole || !self.exact_parts) {
                find(held, true);
            }
            let range = match offset.number() {
                Some(it) => (it as i64).saturating_sub(7)..=(it as i64).saturating_add(i64::from(size) - 1),
                None => i64::MIN..=i64::MAX,
            };
            for ((_, at), held) in self.contents.range((*target, *range.start())..=(*target, *range.end())) {
                find(held, offset.matches(*at as u64));
            }
        }
        found
    }

    fn store(&mut self, address: &Value, value: &Value) -> bool {
        if value.pointers.is_empty() {
            return false;
        }
        let mut changed = false;
        for (target, offset) in &address.pointers {
            changed |= match offset.number() {
                Some(offset) => self.contents.entry((*target, offset as i64)).or_default().join(value),
                None => self.blurred.entry(*target).or_default().join(value),
            };
        }
        changed
    }

    /// What an expression of a function may be.
    pub fn value(&self, program: &Program, id: FunctionId, expr: &Expr) -> Value {
        match expr {
            Expr::Const(_, value) => Value::number(LowBits::exact(*value)),
            Expr::Register(register) => self.registers[id.index()][register.index()].clone(),
            Expr::Address(base, offset) => {
                let target = match base {
                    Base::Global(it) => Target::Global(*it),
                    Base::Function(it) => Target::Function(*it),
                    Base::Slot(it) => Target::Slot(id, *it),
                };
                Value::pointer(target, LowBits::exact(*offset as u64))
            }
            Expr::Unary(operator, operand) => {
                let value = self.value(program, id, operand);
                let exact = value.number.and_then(LowBits::number).filter(|_| value.pointers.is_empty());
                let width = program.functions[id.index()].width_of(operand, self.model);
                match (operator, exact) {
                    (Unary::Negate | Unary::NegateSigned, Some(it)) => {
                        Value::number(LowBits::exact(it.wrapping_neg() & width.mask()))
                    }
                    (Unary::Not, Some(it)) => Value::number(LowBits::exact(!it & width.mask())),
                    _ => value.blurred(),
                }
            }
            Expr::Binary(operator, left, right) => {
                if operator.is_comparison() {
                    return Value::number(LowBits::ANY);
                }
                let width = program.functions[id.index()].width_of(left, self.model);
                let (left, right) = (self.value(program, id, left), self.value(program, id, right));
                let is_distance = matches!(operator, Binary::Subtract | Binary::SubtractSigned)
                    && !left.pointers.is_empty()
                    && !right.pointers.is_empty();
                if self.exact_parts && is_distance {
                    return Value::number(LowBits::ANY);
                }
                binary(*operator, width, &left, &right)
            }
            Expr::Extend { signed, to, operand } => {
                let width = program.functions[id.index()].width_of(operand, self.model);
                let value = self.value(program, id, operand);
                match value.number.and_then(LowBits::number).filter(|_| value.pointers.is_empty()) {
                    Some(it) if *signed => Value::number(LowBits::exact(width.signed(it) as u64 & to.mask())),
                    Some(it) => Value::number(LowBits::exact(it)),
                    None => value,
                }
            }
            Expr::Truncate(width, operand) => {
                let mut value = self.value(program, id, operand);
                value.number = value.number.map(|it| it.truncate(*width));
                if value.pointers.is_empty() { value } else { value.blurred() }
            }
            Expr::Convert { .. } => Value::number(LowBits::ANY),
            Expr::Select(_, yes, no) => {
                let mut value = self.value(program, id, yes);
                value.join(&self.value(program, id, no));
                value
            }
        }
    }

    /// The functions that an expression may be the address of.
    pub fn functions(&self, program: &Program, id: FunctionId, expr: &Expr) -> Vec<FunctionId> {
        functions(&self.value(program, id, expr))
    }

    /// What an edge may access in memory, beyond registers.
    pub fn accesses(&self, program: &Program, id: FunctionId, edge: &Edge) -> Vec<Access> {
        let Action::Visible(operation) = &edge.action else { return Vec::new() };
        let mut accesses = Vec::new();
        let mut add = |address: &Expr, shift: u64, size: Option<u8>, is_write: bool| {
            for (target, offset) in self.value(program, id, address).pointers {
                let offset = size.map(|_| offset.add(LowBits::exact(shift)));
                accesses.push(Access { target, offset, size: size.unwrap_or(0), is_write });
            }
        };
        match operation {
            Operation::Load { address, size, .. } => add(address, 0, Some(size.0), false),
            Operation::Store { address, size, .. }
            | Operation::Update { address, size, .. }
            | Operation::CompareExchange { address, size, .. } => add(address, 0, Some(size.0), true),
            Operation::Lock { mutex, .. }
            | Operation::TryLock { mutex, .. }
            | Operation::Unlock { mutex, .. }
            | Operation::InitMutex { mutex, .. }
            | Operation::DestroyMutex(mutex) => {
                add(mutex, 0, Some(4), true);
                add(mutex, 4, Some(4), true);
            }
            Operation::Reallocate { address, .. } | Operation::Free(address) | Operation::Release(address) => {
                add(address, 0, None, true);
            }
            Operation::CloseSlot(slot) | Operation::OpenSlot(slot) => {
                accesses.push(Access { target: Target::Slot(id, *slot), offset: None, size: 0, is_write: true });
            }
            Operation::Spawn { place, .. } => {
                if let Some(place) = place {
                    add(place, 0, Some(program.model.pointer_bits() / 8), true);
                }
            }
            Operation::Fence(_)
            | Operation::Join { .. }
            | Operation::Detach(_)
            | Operation::CurrentThread { .. }
            | Operation::Extent { .. }
            | Operation::Doubt { .. }
            | Operation::AtomicBegin { .. }
            | Operation::AtomicEnd
            | Operation::Choose { .. }
            | Operation::Allocate { .. } => debug_assert!(walk::operands(&edge.action).len() <= 2),
        }
        accesses
    }
}

fn functions(value: &Value) -> Vec<FunctionId> {
    let function = |it: &Target| match it {
        Target::Function(function) => Some(*function),
        Target::Global(_) | Target::Slot(..) | Target::Made(..) => None,
    };
    value.pointers.keys().filter_map(function).collect()
}

fn binary(operator: Binary, width: Width, left: &Value, right: &Value) -> Value {
    let numbers = |apply: fn(LowBits, LowBits) -> LowBits| {
        let (left, right) = (left.number?, right.number?);
        Some(apply(left, right).truncate(width))
    };
    let both = || {
        let mut value = left.blurred();
        value.join(&right.blurred());
        value
    };
    let is_number = left.pointers.is_empty() && right.pointers.is_empty();
    match operator {
        Binary::Add | Binary::AddSigned => {
            let mut value = Value { number: numbers(LowBits::add), pointers: left.moved(right, LowBits::add) };
            value.join(&Value { number: None, pointers: right.moved(left, LowBits::add) });
            if !left.pointers.is_empty() && !right.pointers.is_empty() {
                return both();
            }
            value
        }
        Binary::Subtract | Binary::SubtractSigned => {
            let pointers = left.moved(right, LowBits::subtract);
            let number = if right.pointers.is_empty() { numbers(LowBits::subtract) } else { Some(LowBits::ANY) };
            Value { number, pointers }
        }
        Binary::Multiply | Binary::MultiplySigned if is_number => {
            Value { number: numbers(LowBits::multiply), pointers: BTreeMap::new() }
        }
        Binary::ShiftLeft | Binary::ShiftLeftSigned if is_number => {
            let by = right.number.and_then(LowBits::number).filter(|it| *it < 64);
            let factor = by.map_or(LowBits::ANY, |it| LowBits::exact(1 << it));
            let number = left.number.map(|it| it.multiply(factor).truncate(width));
            Value { number, pointers: BTreeMap::new() }
        }
        _ => both(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn low_bits_survive_arithmetic() {
        let element = LowBits::ANY.multiply(LowBits::exact(12));
        assert_eq!((element.bits, element.value), (2, 0));
        let field = element.add(LowBits::exact(8));
        assert!(field.matches(8) && field.matches(4) && !field.matches(2));
        assert_eq!(LowBits::exact(4).join(LowBits::exact(12)), LowBits { bits: 3, value: 4 });
        for (a, b) in [(3u64, 5u64), (8, 24), (0, 7), (6, 6)] {
            let joined = LowBits::exact(a).join(LowBits::exact(b));
            assert!(joined.matches(a) && joined.matches(b));
            let product = joined.multiply(LowBits::exact(a));
            assert!(product.matches(a.wrapping_mul(b)) && product.matches(a.wrapping_mul(a)));
        }
    }

    #[test]
    fn addresses_go_through_memory_and_calls() {
        let program = crate::passes::testing::program(
            "global @p : ptr global @a : [4 x i32] global @other : i32
             function @put(%from : u64) { l0 -> l1: store.8 [&@p] %from na  l1: return }
             function @main() entry {
                reg %i : u64 reg %q : u64
                l0 -> l1: call @put(&@a)
                l1 -> l2: %i = choose any
                l2 -> l3: %q = load.8 [&@p] na
                l3 -> l4: store.4 [(add %q (mul %i 4))] 7 na
                l4: return
             }",
        );
        let points_to = PointsTo::of(&program);
        let main = program.entry;
        let function = &program.functions[main.index()];
        let store = function.edges.iter().rfind(|it| matches!(it.action, Action::Visible(Operation::Store { .. })));
        let accesses = points_to.accesses(&program, main, store.expect("there is a store"));
        let targets: Vec<Target> = accesses.iter().map(|it| it.target).collect();
        assert_eq!(targets, [Target::Global(GlobalId(1))]);
        assert_eq!(accesses[0].offset, Some(LowBits { bits: 2, value: 0 }));
    }
}
