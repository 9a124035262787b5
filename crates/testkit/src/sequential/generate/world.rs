//! Types and globals.

use super::super::syntax::*;
use super::super::types::{Kind, Signature, Type};
use super::{Feature, Full, Generator};

impl Generator {
    pub(super) fn world(&mut self) {
        self.program.are_globals_last = self.chance(20);
        if self.has(Feature::Enums) {
            for _ in 0..self.rng.u32(1..3) {
                self.add_enum();
            }
        }
        if self.has(Feature::Callbacks) {
            self.declare_callbacks();
        }
        if self.has(Feature::Records) {
            for _ in 0..self.rng.u32(1..4) {
                self.add_record();
            }
        }
        self.add_anchors();
        for _ in 0..self.rng.u32(3..8) {
            self.add_global();
        }
    }

    fn add_enum(&mut self) {
        let mut value = if self.chance(50) { 0 } else { self.rng.i64(-5..20) };
        let mut constants = vec![(value, value != 0)];
        for _ in 0..self.rng.u32(1..5) {
            let jumps = self.chance(25);
            value += if jumps { self.rng.i64(1..1000) } else { 1 };
            constants.push((value, jumps));
        }
        self.program.enums.push(Enum { constants });
    }

    /// The functions that are called through pointers, to be made later.
    fn declare_callbacks(&mut self) {
        let parameters = (0..self.rng.u32(0..4)).map(|_| self.int_type()).collect();
        let signature = Signature { result: self.int_type(), parameters };
        let is_pure = self.chance(50);
        for _ in 0..self.rng.u32(2..4) {
            self.add_function(signature.clone(), is_pure, None);
        }
        self.callback = Some(signature);
        self.callbacks = self.program.functions.len();
    }

    fn add_record(&mut self) {
        let id = self.program.records.len();
        let is_union = self.has(Feature::Unions) && self.chance(25);
        let is_typedef = self.chance(25);
        let mut fields = Vec::new();
        for _ in 0..self.rng.u32(1..6) {
            fields.push(if is_union { self.union_field() } else { self.struct_field(id, is_typedef) });
        }
        let has_pointers = fields.iter().any(|it| match it {
            Type::Pointer(_) => true,
            Type::Record(inner) => self.program.records[inner.0].has_pointers,
            Type::Array(element, _) => {
                matches!(**element, Type::Record(inner) if self.program.records[inner.0].has_pointers)
            }
            Type::Void | Type::Int(..) | Type::Real(_) | Type::Function(_) => false,
        });
        self.program.records.push(Record { is_union, fields, has_pointers, is_typedef });
    }

    /// Members that may be read whatever was written: no `_Bool`, no pointers, no padding.
    fn union_field(&mut self) -> Type {
        let element = loop {
            let ty = self.int_type();
            if ty.kind() != Some(Kind::Bool) {
                break ty;
            }
        };
        if self.chance(30) { Type::Array(element.into(), self.rng.u32(1..9)) } else { element }
    }

    fn struct_field(&mut self, id: usize, is_typedef: bool) -> Type {
        let earlier = (id > 0).then(|| Type::Record(RecordId(self.rng.usize(0..id.max(1)))));
        match (self.rng.u32(0..20), earlier) {
            (0..3, Some(record)) => record,
            (3, Some(record)) => Type::Array(record.into(), self.rng.u32(1..4)),
            (4, Some(record)) if self.has(Feature::Pointers) => record.pointer(),
            (5, _) if self.has(Feature::Pointers) && !is_typedef => Type::Record(RecordId(id)).pointer(),
            (6 | 7, _) if self.has(Feature::Pointers) => self.int_type().pointer(),
            (8, _) if self.callback.is_some() => {
                Type::Function(self.callback.clone().expect("there are some").into()).pointer()
            }
            (9..12, _) => self.array_of_ints(),
            _ => self.number_type(),
        }
    }

    pub(super) fn array_of_ints(&mut self) -> Type {
        let mut ty = self.int_type();
        let dimensions = [1, 1, 1, 2, 2, 3][self.rng.usize(0..6)];
        for _ in 0..dimensions {
            ty = Type::Array(ty.into(), self.rng.u32(1..6));
        }
        ty
    }

    /// For each type that records point to, a global to point to.
    fn add_anchors(&mut self) {
        let mut targets: Vec<Type> = Vec::new();
        for record in &self.program.records {
            for field in &record.fields {
                if let Type::Pointer(target) = field {
                    if !matches!(**target, Type::Function(_)) && !targets.contains(target) {
                        targets.push((**target).clone());
                    }
                }
            }
        }
        // All of them are named in each other's initialisers.
        self.anchors = targets.into_iter().map(|it| self.add_variable(it, Storage::Global)).collect();
        for id in self.anchors.clone() {
            let ty = self.program.variables[id.0].ty.clone();
            let init = self.initialiser(&ty, 1, &mut Full::constant()).unwrap_or(Init::List(Vec::new()));
            self.program.globals.push((id, init));
        }
    }

    fn add_global(&mut self) {
        let ty = match self.rng.u32(0..20) {
            0..7 => self.number_type(),
            7..12 => self.array_of_ints(),
            12..15 if !self.program.records.is_empty() => self.record_type(),
            15 if !self.program.records.is_empty() => {
                let record = self.record_type();
                Type::Array(record.into(), self.rng.u32(1..5))
            }
            16 | 17 if self.callback.is_some() => {
                let pointer = Type::Function(self.callback.clone().expect("there are some").into()).pointer();
                if self.chance(70) { Type::Array(pointer.into(), self.rng.u32(2..5)) } else { pointer }
            }
            18 | 19 if self.has(Feature::Pointers) => match self.pointer_type(0) {
                Some(ty) => ty,
                None => return,
            },
            _ => self.number_type(),
        };
        let id = self.add_variable(ty.clone(), Storage::Global);
        let depth = self.rng.u32(0..4);
        let Some(init) = self.initialiser(&ty, depth, &mut Full::constant()) else { return };
        let is_const =
            matches!(ty, Type::Int(..) | Type::Real(_) | Type::Array(..) | Type::Record(_)) && self.chance(10);
        let variable = &mut self.program.variables[id.0];
        (variable.is_const, variable.is_addressable) = (is_const, !is_const);
        self.program.globals.push((id, init));
    }

    pub(super) fn record_type(&mut self) -> Type {
        Type::Record(RecordId(self.rng.usize(0..self.program.records.len())))
    }

    /// The type of a pointer to something that is there and lives long enough.
    pub(super) fn pointer_type(&mut self, depth: usize) -> Option<Type> {
        let mut full = if depth == 0 { Full::constant() } else { Full { is_stable: true, ..Full::quiet() } };
        let any = |it: &Type| !matches!(it, Type::Void | Type::Function(_));
        let found = self.place(&any, super::places::Access::Address, &mut full)?;
        (found.depth <= depth).then(|| found.expr.ty.pointer())
    }
}
