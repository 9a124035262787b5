//! Objects that live as long as the program: globals, static locals, string literals, and their initial contents.

use super::{Program, shapes};
use crate::codes;
use crate::constant::{self, AddressBase, Constant};
use crate::tree::{Element, Expr, ExprKind, Storage, Type, VariableId};
use ir::{Base, Global, GlobalId, Init, Shape};
use source::Span;

impl<'u> Program<'u, '_> {
    /// The object of a variable with static storage; from now on it is part of the program.
    pub(super) fn global(&mut self, id: VariableId) -> GlobalId {
        if let Some(known) = self.global_ids.get(&id) {
            return *known;
        }
        let unit = self.unit;
        let variable = &unit.variables[id.0 as usize];
        let name = match &variable.owner {
            Some(function) => format!("{function}::{}", variable.name),
            None => variable.name.clone(),
        };
        let shape = shapes::extended(shapes::shape(&variable.ty, unit), variable.flexible, unit.model);
        // The id exists before the contents are looked at: they may point back here.
        let new = self.add_global(&name, shape.clone(), variable.constant, variable.span);
        self.globals[new.index()].thread_local = variable.storage == Storage::Thread;
        self.global_ids.insert(id, new);
        let init = self.initial(&shape, &variable.init);
        self.globals[new.index()].init = init;
        new
    }

    /// The object of a string literal; equal ones share it.
    pub(super) fn string(&mut self, bytes: &'u [u8], span: Span) -> GlobalId {
        if let Some(known) = self.string_ids.get(bytes) {
            return *known;
        }
        let name = format!("str.{}", self.string_ids.len() + 1);
        let shape = Shape::Array(Box::new(Shape::Int { bits: 8, signed: true }), bytes.len() as u32);
        let new = self.add_global(&name, shape, true, span);
        self.globals[new.index()].init.bytes = bytes.to_vec();
        self.string_ids.insert(bytes, new);
        new
    }

    /// What `argv` points to: the name of the program, and null.
    pub(super) fn argument_vector(&mut self, span: Span) -> GlobalId {
        let name = self.string(b"program\0", span);
        let vector = self.add_global("argv", Shape::Array(Box::new(Shape::Pointer), 2), false, span);
        self.globals[vector.index()].init.addresses = vec![(0, Base::Global(name), 0)];
        vector
    }

    fn add_global(&mut self, name: &str, shape: Shape, constant: bool, span: Span) -> GlobalId {
        let name = self.names.unique(name);
        self.globals.push(Global { name, shape, init: Init::default(), constant, thread_local: false, span });
        GlobalId(self.globals.len() as u32 - 1)
    }

    fn initial(&mut self, shape: &Shape, elements: &'u [Element]) -> Init {
        let model = self.unit.model;
        let mutexes = shapes::mutexes(shape, model);
        let mut init = Init::default();
        for element in elements {
            // Whatever PTHREAD_MUTEX_INITIALIZER expands to: here a free mutex is all zeros.
            if mutexes.iter().any(|it| (*it..it + 4).contains(&element.offset)) {
                continue;
            }
            self.initial_part(0, element, shape.size(model), &mut init);
        }
        // Where an offset is written twice the last one counts.
        init.addresses.reverse();
        init.addresses.sort_by_key(|(offset, ..)| *offset);
        init.addresses.dedup_by_key(|(offset, ..)| *offset);
        init
    }

    /// One element of the initialiser of something at an offset.
    fn initial_part(&mut self, offset: u32, element: &'u Element, size: u32, init: &mut Init) {
        let Some(bits) = element.bits else {
            return self.initial_element(offset + element.offset, &element.value, size, init);
        };
        let Some(Constant::Int(value)) = constant::evaluate(&element.value, self.unit.into()) else {
            self.diagnostics.error(codes::NOT_CONSTANT, element.value.span, "the initial value is not a constant");
            return;
        };
        let first = (offset + element.offset) * 8 + bits.start % 8;
        init.bytes.resize(size as usize, 0);
        for index in 0..u32::from(bits.width) {
            let (bit, mask) = (first + index, 1u8 << ((first + index) % 8));
            let Some(byte) = init.bytes.get_mut(bit as usize / 8) else { return };
            *byte = if value >> index & 1 == 1 { *byte | mask } else { *byte & !mask };
        }
    }

    fn initial_element(&mut self, offset: u32, value: &'u Expr, size: u32, init: &mut Init) {
        let model = self.unit.model;
        if let Some(text) = string_contents(value) {
            // A literal may be longer than the array by its terminating 0.
            let length = shapes::shape(&value.ty, self.unit).size(model).min(size.saturating_sub(offset));
            write_bytes(init, offset, text.get(..length as usize).unwrap_or(text), size);
            return;
        }
        // A compound literal of static storage came as its elements, in a `Load` or not.
        if let Some(elements) = literal_elements(value) {
            for element in elements {
                self.initial_part(offset, element, size, init);
            }
            return;
        }
        let width = shapes::bytes(&value.ty, model);
        match (constant::evaluate(value, self.unit.into()), width) {
            (Some(Constant::Int(bits)), Some(bytes)) => {
                init.addresses.retain(|(at, ..)| *at != offset);
                write_bytes(init, offset, &bits.to_le_bytes()[..usize::from(bytes.0)], size);
            }
            (Some(Constant::Wide(bits)), None) => {
                init.addresses.retain(|(at, ..)| !(offset..offset + 16).contains(at));
                write_bytes(init, offset, &bits.to_le_bytes(), size);
            }
            (Some(Constant::Address(base, plus)), Some(bytes)) if bytes == shapes::pointer_size(model) => {
                let base = match base {
                    AddressBase::Variable(variable) => Base::Global(self.global(variable)),
                    AddressBase::Function(function) => Base::Function(self.function(function, value.span)),
                    AddressBase::String(text) => Base::Global(self.string(text, value.span)),
                };
                init.addresses.push((offset, base, plus));
            }
            (Some(Constant::Int(_) | Constant::Wide(_) | Constant::Address(..)) | None, _) => {
                self.diagnostics.error(codes::NOT_CONSTANT, value.span, "the initial value is not a constant");
            }
        }
    }
}

/// The characters, if an array is initialised by a string literal.
pub(crate) fn string_contents(value: &Expr) -> Option<&[u8]> {
    match &value.kind {
        ExprKind::String(text) if matches!(value.ty, Type::Array(..)) => Some(text),
        ExprKind::Load(inner) => string_contents(inner),
        _ => None,
    }
}

fn literal_elements(value: &Expr) -> Option<&[Element]> {
    match &value.kind {
        ExprKind::CompoundLiteral(_, elements) => Some(elements),
        ExprKind::Load(inner) => literal_elements(inner),
        _ => None,
    }
}

fn write_bytes(init: &mut Init, offset: u32, bytes: &[u8], size: u32) {
    if bytes.iter().all(|it| *it == 0) && init.bytes.is_empty() {
        return;
    }
    init.bytes.resize(size as usize, 0);
    let start = (offset as usize).min(init.bytes.len());
    let end = (start + bytes.len()).min(init.bytes.len());
    init.bytes[start..end].copy_from_slice(&bytes[..end - start]);
}
