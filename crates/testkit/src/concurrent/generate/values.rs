//! Expressions and places.

use super::super::tree::*;
use super::body::Writer;
use super::{Discipline, Style};

/// An integer that can be read and written.
#[derive(Clone, Debug)]
pub(super) struct Cell {
    pub place: Place,
    pub kind: Kind,
    pub is_atomic: bool,
}

const COMPARISONS: [Binary; 6] =
    [Binary::Equal, Binary::NotEqual, Binary::Less, Binary::LessEqual, Binary::Greater, Binary::GreaterEqual];

impl Writer<'_> {
    /// A number of a type.
    pub fn number(&mut self, kind: Kind) -> Expr {
        Expr::Number(self.world.number(self.rng, kind))
    }

    /// One of the shared integers that may be used here without any precaution.
    pub fn cell(&mut self) -> Option<Cell> {
        let is_free = self.may_touch_plain();
        let integers = self.world.all(|it| match it {
            Shape::Integer { is_atomic, .. } | Shape::Array { is_atomic, .. } => is_free || *is_atomic,
            Shape::Record => is_free,
            Shape::Pointer { .. } | Shape::Mutex(_) | Shape::Condition | Shape::Handle => false,
        });
        if integers.is_empty() {
            return None;
        }
        let object = integers[self.rng.usize(0..integers.len())];
        Some(match self.world.objects[object.0].shape {
            Shape::Array { kind, length, is_atomic } => {
                let index = self.index(length);
                Cell { place: Place::Element(object, Box::new(index)), kind, is_atomic }
            }
            Shape::Record => {
                let field = self.rng.usize(0..self.world.fields.len());
                Cell { place: Place::Field(object, field), kind: self.world.fields[field], is_atomic: false }
            }
            Shape::Integer { kind, is_atomic } => Cell { place: Place::Object(object), kind, is_atomic },
            Shape::Pointer { .. } | Shape::Mutex(_) | Shape::Condition | Shape::Handle => return None,
        })
    }

    /// Whether what is not atomic may be used here.
    pub fn may_touch_plain(&self) -> bool {
        match self.world.discipline {
            Discipline::Atomic | Discipline::Guarded => {
                self.is_alone || self.held.contains(&0) || self.world.has_mistakes
            }
            Discipline::Wild => true,
        }
    }

    /// An index of an array: mostly a number that is one.
    fn index(&mut self, length: u32) -> Expr {
        let known = self.scope.iter().filter(|it| matches!(it.1, LocalType::Integer(_))).map(|it| it.0);
        let known: Vec<LocalId> = known.collect();
        match self.rng.u32(0..12) {
            0 if self.world.has_mistakes => Expr::Number(i64::from(length)),
            1..=2 if !known.is_empty() => {
                let local = Expr::Read(Place::Local(known[self.rng.usize(0..known.len())]));
                let local = Box::new(Expr::Cast(Kind::UnsignedInt, Box::new(local)));
                Expr::Binary(Binary::Remainder, local, Box::new(Expr::Number(i64::from(length))))
            }
            _ => Expr::Number(self.rng.i64(0..i64::from(length))),
        }
    }

    /// What is in a cell.
    pub fn read(&mut self, cell: &Cell) -> Expr {
        self.spent += if cell.kind == Kind::Int128 { 2 } else { 1 };
        if cell.is_atomic && self.rng.bool() {
            let order = [Order::Relaxed, Order::Acquire, Order::SequentiallyConsistent][self.rng.usize(0..3)];
            Expr::Load(cell.place.clone(), order)
        } else {
            Expr::Read(cell.place.clone())
        }
    }

    /// What is in some local or shared variable, or a number.
    pub fn operand(&mut self, kind: Kind) -> Expr {
        let locals: Vec<(LocalId, LocalType)> =
            self.scope.iter().copied().filter(|it| it.1 != LocalType::Handle).collect();
        match self.rng.u32(0..8) {
            0..=2 if !locals.is_empty() => match locals[self.rng.usize(0..locals.len())] {
                (local, LocalType::Pointer(_)) => self.through(local),
                (local, _) => Expr::Read(Place::Local(local)),
            },
            3 => match self.cell() {
                Some(cell) => self.read(&cell),
                None => self.number(kind),
            },
            _ => self.number(kind),
        }
    }

    /// What a local pointer points to. It is known to point to something.
    fn through(&mut self, local: LocalId) -> Expr {
        let pointer = Box::new(Place::Local(local));
        let is_record = self.scope.contains(&(local, LocalType::Pointer(Pointee::Record)));
        if !self.may_touch_plain() {
            return Expr::Number(1);
        }
        self.spent += 1;
        match is_record {
            true => Expr::Read(Place::TargetField(pointer, self.rng.usize(0..self.world.fields.len()))),
            false => Expr::Read(Place::Target(pointer)),
        }
    }

    /// A value for a type.
    pub fn value(&mut self, kind: Kind) -> Expr {
        let one = self.operand(kind);
        let is_arithmetic = if self.world.style == Style::Numbers { self.rng.bool() } else { self.rng.u32(0..4) == 0 };
        if !is_arithmetic {
            return one;
        }
        let other = self.operand(kind);
        let operator = match self.rng.u32(0..14) {
            0..=4 => Binary::Add,
            5..=7 => Binary::Subtract,
            8 => Binary::Multiply,
            9 => Binary::Xor,
            10 => Binary::And,
            11 => Binary::Or,
            12 if self.rng.bool() => Binary::ShiftLeft,
            12 => Binary::ShiftRight,
            _ if self.rng.bool() => Binary::Divide,
            _ => Binary::Remainder,
        };
        match self.rng.u32(0..12) {
            0 => Expr::Unary(Unary::Minus, Box::new(one)),
            1 => Expr::Unary(Unary::Complement, Box::new(one)),
            2 => Expr::Cast(kind, Box::new(one)),
            3 => {
                let condition = self.comparison(other, kind);
                Expr::Conditional(Box::new(condition), Box::new(one), Box::new(Expr::Number(1)))
            }
            _ => Expr::Binary(operator, Box::new(one), Box::new(other)),
        }
    }

    /// Compares something with a number.
    pub fn comparison(&mut self, value: Expr, kind: Kind) -> Expr {
        let operator = COMPARISONS[self.rng.usize(0..COMPARISONS.len())];
        Expr::Binary(operator, Box::new(value), Box::new(self.number(kind)))
    }

    /// Something that holds or does not.
    pub fn condition(&mut self) -> Expr {
        let kind = Kind::Int;
        let one = self.observation();
        match self.rng.u32(0..6) {
            0 => Expr::Unary(Unary::Not, Box::new(one)),
            1 => {
                let left = self.comparison(one, kind);
                let other = self.observation();
                let right = self.comparison(other, kind);
                let operator = if self.rng.bool() { Binary::LogicalAnd } else { Binary::LogicalOr };
                Expr::Binary(operator, Box::new(left), Box::new(right))
            }
            2 => one,
            _ => self.comparison(one, kind),
        }
    }

    /// What a thread knows, or what is shared.
    fn observation(&mut self) -> Expr {
        let locals: Vec<LocalId> =
            self.scope.iter().filter(|it| matches!(it.1, LocalType::Integer(_))).map(|it| it.0).collect();
        if !locals.is_empty() && self.rng.u32(0..3) > 0 {
            return Expr::Read(Place::Local(locals[self.rng.usize(0..locals.len())]));
        }
        let handles = self.world.all(|it| *it == Shape::Handle);
        if !handles.is_empty() && self.rng.u32(0..4) == 0 {
            self.spent += 1;
            return Expr::IsSelf(handles[0]);
        }
        match self.cell() {
            Some(cell) => self.read(&cell),
            None => self.operand(Kind::Int),
        }
    }

    /// An assertion that may hold.
    pub fn assertion(&mut self) -> Statement {
        let one = self.observation();
        let number = self.number(Kind::Int);
        let other = |operator| Expr::Binary(operator, Box::new(one.clone()), Box::new(number.clone()));
        let condition = match self.rng.u32(0..8) {
            0 => other(Binary::Equal),
            1..=3 => other(Binary::NotEqual),
            4 => other(Binary::GreaterEqual),
            5..=6 => {
                let left = self.comparison(one, Kind::Int);
                let second = self.observation();
                let right = self.comparison(second, Kind::Int);
                Expr::Binary(Binary::LogicalOr, Box::new(left), Box::new(right))
            }
            _ => {
                let failing = self.comparison(one, Kind::Int);
                return Statement::If(failing, vec![Statement::Error], Vec::new());
            }
        };
        Statement::Assert(condition)
    }
}
