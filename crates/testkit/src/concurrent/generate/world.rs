//! What threads share.

use super::super::tree::*;
use super::{Discipline, Style};
use fastrand::Rng;

/// What is known of a program on the way.
pub(super) struct World {
    pub style: Style,
    pub discipline: Discipline,
    /// Mistakes with memory are made.
    pub has_mistakes: bool,
    /// Some loop may go on for ever.
    pub is_endless: bool,
    pub fields: Vec<Kind>,
    pub objects: Vec<Object>,
    /// Pointers that are made to point to an object on the heap.
    pub published: Vec<ObjectId>,
    /// Whether memory is freed, allocated again, and compared.
    pub compares_addresses: bool,
    locals: usize,
}

/// The types of shared integers; those that there are most of come more than once.
const KINDS: [Kind; 16] = [
    Kind::Int,
    Kind::Int,
    Kind::Int,
    Kind::UnsignedInt,
    Kind::UnsignedInt,
    Kind::Char,
    Kind::SignedChar,
    Kind::UnsignedChar,
    Kind::Short,
    Kind::UnsignedShort,
    Kind::Long,
    Kind::UnsignedLong,
    Kind::LongLong,
    Kind::UnsignedLongLong,
    Kind::Bool,
    Kind::Int128,
];

impl World {
    pub fn new(rng: &mut Rng, style: Style, discipline: Discipline) -> World {
        let mut world = World {
            style,
            discipline,
            has_mistakes: rng.u32(0..4) == 0,
            is_endless: false,
            fields: Vec::new(),
            objects: Vec::new(),
            published: Vec::new(),
            compares_addresses: false,
            locals: 0,
        };
        world.integers(rng);
        if style == Style::Heap || rng.u32(0..5) == 0 {
            world.pointer(rng);
        }
        world.synchronisation(rng);
        world
    }

    /// A new name for a local variable.
    pub fn local(&mut self) -> LocalId {
        self.locals += 1;
        LocalId(self.locals - 1)
    }

    /// The objects that are like this.
    pub fn all(&self, is_wanted: impl Fn(&Shape) -> bool) -> Vec<ObjectId> {
        let wanted = self.objects.iter().enumerate().filter(|(_, it)| is_wanted(&it.shape));
        wanted.map(|(index, _)| ObjectId(index)).collect()
    }

    pub fn mutexes(&self) -> Vec<ObjectId> {
        self.all(|it| matches!(it, Shape::Mutex(_)))
    }

    pub fn conditions(&self) -> Vec<ObjectId> {
        self.all(|it| *it == Shape::Condition)
    }

    pub fn pointers(&self) -> Vec<ObjectId> {
        self.all(|it| matches!(it, Shape::Pointer { .. }))
    }

    pub fn atomics(&self) -> Vec<ObjectId> {
        self.all(|it| matches!(it, Shape::Integer { is_atomic: true, .. }))
    }

    fn push(&mut self, shape: Shape, initial: Initial) -> ObjectId {
        self.objects.push(Object { shape, initial });
        ObjectId(self.objects.len() - 1)
    }

    fn integers(&mut self, rng: &mut Rng) {
        for _ in 0..rng.usize(1..=3) {
            let kind = match self.style {
                // The others do not overflow, they wrap around.
                Style::Numbers if rng.u32(0..3) > 0 => [Kind::Int, Kind::Long, Kind::LongLong][rng.usize(0..3)],
                _ => KINDS[rng.usize(0..KINDS.len())],
            };
            let is_atomic = match self.discipline {
                Discipline::Atomic => true,
                Discipline::Guarded => rng.u32(0..3) == 0,
                Discipline::Wild => rng.bool(),
            };
            let shape = match rng.u32(0..8) {
                0 => Shape::Array { kind, length: rng.u32(2..=3), is_atomic },
                1 if self.discipline != Discipline::Atomic => {
                    if self.fields.is_empty() {
                        self.fields = vec![kind, KINDS[rng.usize(0..KINDS.len())]];
                    }
                    Shape::Record
                }
                _ => Shape::Integer { kind, is_atomic },
            };
            let initial = match rng.u32(0..3) {
                0..=1 if self.style == Style::Numbers => Initial::Number(self.number(rng, kind)),
                0 => Initial::Number(self.number(rng, kind)),
                _ => Initial::Zero,
            };
            self.push(shape, initial);
        }
        let wants_atomic = matches!(self.style, Style::Atomics | Style::Waiting);
        if wants_atomic && self.atomics().is_empty() {
            self.push(Shape::Integer { kind: Kind::Int, is_atomic: true }, Initial::Zero);
        }
    }

    fn pointer(&mut self, rng: &mut Rng) {
        let is_atomic = self.discipline == Discipline::Atomic || rng.bool();
        let plain: Vec<ObjectId> = self.all(|it| matches!(it, Shape::Integer { is_atomic: false, .. } | Shape::Record));
        // To a global object, or to none yet.
        let target = (!plain.is_empty() && rng.u32(0..3) == 0).then(|| plain[rng.usize(0..plain.len())]);
        let to = match target.map(|it| self.objects[it.0].shape) {
            Some(Shape::Integer { kind, .. }) => Pointee::Integer(kind),
            Some(_) => Pointee::Record,
            None if !self.fields.is_empty() && rng.bool() => Pointee::Record,
            None if rng.u32(0..3) == 0 => {
                if self.fields.is_empty() {
                    self.fields = vec![KINDS[rng.usize(0..KINDS.len())], Kind::Int];
                }
                Pointee::Record
            }
            None => Pointee::Integer(KINDS[rng.usize(0..KINDS.len())]),
        };
        self.push(Shape::Pointer { to, is_atomic }, target.map_or(Initial::Zero, Initial::Address));
    }

    fn synchronisation(&mut self, rng: &mut Rng) {
        let wants = matches!(self.style, Style::Locks | Style::Conditions) || self.discipline == Discipline::Guarded;
        let mutexes = if wants { 1 + usize::from(rng.u32(0..3) == 0) } else { usize::from(rng.u32(0..4) == 0) };
        for _ in 0..mutexes {
            let kind = match rng.u32(0..8) {
                0 => MutexKind::Recursive,
                1 => MutexKind::ErrorChecking,
                _ => MutexKind::Normal,
            };
            self.push(Shape::Mutex(kind), Initial::Zero);
        }
        if self.style == Style::Conditions || mutexes > 0 && rng.u32(0..10) == 0 {
            self.push(Shape::Condition, Initial::Zero);
        }
        if rng.u32(0..10) == 0 {
            self.push(Shape::Handle, Initial::Zero);
        }
    }

    /// A number that a type can hold: mostly a small one.
    pub fn number(&self, rng: &mut Rng, kind: Kind) -> i64 {
        let is_near_the_end = match self.style {
            Style::Numbers => rng.u32(0..3) > 0,
            _ => rng.u32(0..25) == 0,
        };
        if !is_near_the_end {
            return rng.i64(0..4).min(if kind == Kind::Bool { 1 } else { 3 });
        }
        let bits = kind.bits(ir::DataModel::Lp64).min(64);
        let largest = match (kind.is_signed(), bits) {
            (true, bits) => i64::MAX >> (64 - bits),
            (false, 64) => i64::MAX,
            (false, bits) => (1 << bits) - 1,
        };
        let smallest = if kind.is_signed() { -largest - 1 } else { 0 };
        match rng.u32(0..4) {
            0 => smallest.saturating_add(rng.i64(0..2)).min(largest),
            1 => rng.i64(-2..=-1),
            _ => largest.saturating_sub(rng.i64(0..2)).max(smallest),
        }
    }
}
