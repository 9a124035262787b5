//! What variables hold where a thread is: its own from its frame, everybody's from memory.

use super::expression::{Expression, Part, Scope, Step, Type, Value};
use ir::{FunctionId, Kind, Shape};
use vm::{Machine, Root};

/// A function that a thread is in, and what its frame looked like.
pub struct Here<'m, 'p> {
    /// With the memory as it is now.
    pub machine: &'m Machine<'p>,
    /// The program, for its data model.
    pub program: &'p ir::Program,
    /// Which function.
    pub function: FunctionId,
    /// Its frame.
    pub locals: &'m [u64],
}

impl Here<'_, '_> {
    /// Whether an expression is a variable, or a part of one, that is a pointer.
    pub fn is_pointer(&self, expression: &Expression) -> bool {
        let Expression::Variable(name, parts) = expression else { return false };
        let step = |it: &Part| match it {
            Part::Member(name) => Some(Step::Member(name.clone())),
            Part::Element(index) => index.value(self, None).map(|it| Step::Element(it.number)),
        };
        let path: Option<Vec<Step>> = parts.iter().map(step).collect();
        let shape = match self.machine.variable(self.function, self.locals, name) {
            Some(Root::Bytes { shape, .. } | Root::Object { shape, .. }) => shape,
            Some(Root::Register { .. }) | None => return false,
        };
        path.and_then(|it| leaf(shape, &it, self.program.model)).is_some_and(|it| *it.1 == Shape::Pointer)
    }
}

impl Scope for Here<'_, '_> {
    fn variable(&self, name: &str, path: &[Step]) -> Option<Value> {
        let model = self.program.model;
        match self.machine.variable(self.function, self.locals, name)? {
            Root::Register { value, width, kind } => {
                let is_integer = path.is_empty() && kind != Kind::Float && matches!(width.0, 8 | 16 | 32 | 64);
                is_integer.then(|| Value::of_bits(value, Type { bits: width.0, signed: kind == Kind::Signed }))
            }
            Root::Bytes { bytes, shape } => {
                let (offset, of) = scalar(shape, path, model)?;
                let size = usize::from(of.bits / 8);
                let mut word = [0; 8];
                word[..size].copy_from_slice(bytes.get(offset as usize..offset as usize + size)?);
                Some(Value::of_bits(u64::from_le_bytes(word), of))
            }
            Root::Object { object, shape } => {
                let (offset, of) = scalar(shape, path, model)?;
                let bits = self.machine.value_at(object, offset, u32::from(of.bits / 8))?;
                Some(Value::of_bits(bits, of))
            }
        }
    }
}

/// The integer or pointer at the end of a path: where it is in the object, and its type.
fn scalar(shape: &Shape, path: &[Step], model: ir::DataModel) -> Option<(u32, Type)> {
    let (offset, shape) = leaf(shape, path, model)?;
    let of = match shape {
        Shape::Int { bits, signed } => Type { bits: *bits, signed: *signed },
        Shape::Pointer => Type { bits: model.pointer_bits(), signed: false },
        Shape::Float { .. } | Shape::Mutex | Shape::Bytes(_) | Shape::Array(..) | Shape::Record { .. } => return None,
    };
    Some((offset, of))
}

/// What is at the end of a path, and where.
fn leaf<'s>(shape: &'s Shape, path: &[Step], model: ir::DataModel) -> Option<(u32, &'s Shape)> {
    match (shape, path) {
        (_, []) => Some((0, shape)),
        (Shape::Array(element, count), [Step::Element(index), rest @ ..]) => {
            let index = u32::try_from(*index).ok().filter(|it| it < count)?;
            let (offset, shape) = leaf(element, rest, model)?;
            Some((index * element.size(model) + offset, shape))
        }
        (Shape::Record { fields, .. }, [Step::Member(name), rest @ ..]) => {
            if let Some(field) = fields.iter().find(|it| it.name == *name) {
                let (offset, shape) = leaf(&field.shape, rest, model)?;
                return Some((field.offset + offset, shape));
            }
            // Members of a member without a name.
            let inner = |it: &&ir::Field| it.name.is_empty();
            fields.iter().filter(inner).find_map(|it| leaf(&it.shape, path, model).map(|at| (it.offset + at.0, at.1)))
        }
        _ => None,
    }
}
