//! What C's types are in memory and in registers.
//!
//! `_Bool` is 8 bits wide in both and holds 0 or 1; every conversion to it says `!= 0`.
//! Enums came as integers. An array of unknown size is the flexible member at the end of a record and has no elements.

use super::bits::lowest_bit;
use crate::constant;
use crate::tree::{self, BitField, Float, Record, Type, Unit};
use ir::{Bytes, DataModel, Field, Kind, Shape, Width};

/// The width of a scalar; a function where a value is wanted is its address.
pub(super) fn width(ty: &Type, model: DataModel) -> Option<Width> {
    match ty {
        Type::Function(_) => Some(pointer_width(model)),
        other => constant::scalar(other, model).map(|(width, _)| width),
    }
}

pub(super) fn pointer_width(model: DataModel) -> Width {
    Width(model.pointer_bits())
}

pub(super) fn pointer_size(model: DataModel) -> Bytes {
    Bytes(model.pointer_bytes() as u8)
}

/// The size of a scalar.
pub(crate) fn bytes(ty: &Type, model: DataModel) -> Option<Bytes> {
    width(ty, model).map(|it| Bytes(it.0 / 8))
}

/// Whether numbers of this type have a sign.
pub(super) fn is_signed(ty: &Type) -> bool {
    matches!(strip_atomic(ty), Type::Int { signed: true, .. })
}

/// How numbers of this type are shown.
pub(super) fn kind(ty: &Type) -> Kind {
    match strip_atomic(ty) {
        Type::Float(_) => Kind::Float,
        other => Kind::from(is_signed(other)),
    }
}

/// The type without `_Atomic`.
pub(super) fn strip_atomic(ty: &Type) -> &Type {
    match ty {
        Type::Atomic(inner) => strip_atomic(inner),
        other => other,
    }
}

/// Whether a value of this type is handled by the place it is in.
pub(crate) fn is_aggregate(ty: &Type) -> bool {
    match ty {
        Type::Array(..) | Type::VariableArray(..) | Type::Record(_) | Type::Mutex | Type::Opaque(_) => true,
        // Two words, see `wide`.
        Type::Int { bits: 128, .. } => true,
        Type::Atomic(inner) => is_aggregate(inner),
        Type::Void | Type::Bool | Type::Int { .. } | Type::Float(_) | Type::Pointer(_) | Type::Function(_) => false,
    }
}

/// What the bytes of an object of this type mean.
pub(crate) fn shape(ty: &Type, unit: &Unit) -> Shape {
    match ty {
        Type::Bool => Shape::Int { bits: 8, signed: false },
        Type::Int { bits: 128, signed } => wide(*signed),
        Type::Int { bits, signed } => Shape::Int { bits: *bits, signed: *signed },
        Type::Float(Float::Long) => long_double(unit.model),
        Type::Float(float) => Shape::Float { bits: float.width().0 },
        Type::Pointer(_) | Type::Function(_) => Shape::Pointer,
        Type::Array(element, count) => Shape::Array(Box::new(shape(element, unit)), count.unwrap_or(0)),
        Type::Record(id) => record_shape(&unit.records[id.0 as usize], unit),
        Type::Atomic(inner) => shape(inner, unit),
        Type::Mutex => Shape::Mutex,
        Type::Opaque(size) => Shape::Bytes(*size),
        // What has a size that is known at run time only is no slot and no global.
        Type::Void | Type::VariableArray(..) => Shape::Bytes(0),
    }
}

/// A number of 128 bits: the lower word and the higher one, which has the sign.
fn wide(signed: bool) -> Shape {
    let half =
        |name: &str, offset, signed| Field { name: name.to_owned(), offset, shape: Shape::Int { bits: 64, signed } };
    Shape::Record { size: 16, align: 16, fields: vec![half("low", 0, false), half("high", 8, signed)] }
}

/// The number is in the first bytes; the rest is padding.
fn long_double(model: DataModel) -> Shape {
    let (size, align) = match model {
        DataModel::Lp64 => (16, 16),
        DataModel::Ilp32 => (12, 4),
    };
    let shape = Shape::Float { bits: Float::Long.width().0 };
    Shape::Record { size, align, fields: vec![Field { name: String::new(), offset: 0, shape }] }
}

fn record_shape(record: &Record, unit: &Unit) -> Shape {
    let mut fields: Vec<Field> = Vec::new();
    let mut run: Vec<&tree::Field> = Vec::new();
    for field in &record.fields {
        // In a union each bit-field is by itself.
        let goes_on = field.bits.is_some() && !record.union && run.last().is_some_and(|it| touch(it, field));
        if !goes_on {
            fields.extend(bit_fields(&std::mem::take(&mut run)));
        }
        match field.bits {
            Some(_) => run.push(field),
            None => {
                fields.push(Field { name: field.name.clone(), offset: field.offset, shape: shape(&field.ty, unit) })
            }
        }
    }
    fields.extend(bit_fields(&run));
    Shape::Record { size: record.size, align: record.align, fields }
}

/// The bytes of a bit-field, those that are accessed with it included.
fn touched(field: &tree::Field) -> std::ops::Range<u32> {
    match field.bits {
        Some(BitField { unit: Some((offset, size)), .. }) => offset..offset + u32::from(size),
        Some(BitField { start, width, unit: None }) => start / 8..(start + u32::from(width)).div_ceil(8),
        None => field.offset..field.offset,
    }
}

fn touch(one: &tree::Field, other: &tree::Field) -> bool {
    let (one, other) = (touched(one), touched(other));
    one.start < other.end && other.start < one.end
}

/// Bit-fields that share bytes, as one member of the shape: `{a,b}`.
fn bit_fields(run: &[&tree::Field]) -> Option<Field> {
    let (start, end) = (run.iter().map(|it| touched(it).start).min()?, run.iter().map(|it| touched(it).end).max()?);
    let names: Vec<&str> = run.iter().map(|it| it.name.as_str()).collect();
    let name = match names.as_slice() {
        [name] => (*name).to_owned(),
        names => format!("{{{}}}", names.join(",")),
    };
    let same = run.iter().all(|it| touched(it) == (start..end));
    let shape = match end - start {
        bytes @ (1 | 2 | 4 | 8) if same => Shape::Int { bits: bytes as u8 * 8, signed: false },
        bytes => Shape::Bytes(bytes),
    };
    Some(Field { name, offset: start, shape })
}

/// The shape of an object whose last member is an array without a size, with so many elements.
pub(crate) fn extended(shape: Shape, elements: u32, model: DataModel) -> Shape {
    if elements == 0 {
        return shape;
    }
    let Shape::Record { size, align, mut fields } = shape else { return shape };
    let mut end = size;
    if let Some(Field { offset, shape: Shape::Array(element, count), .. }) = fields.last_mut() {
        *count = elements;
        end = end.max(*offset + element.size(model).saturating_mul(elements));
    }
    Shape::Record { size: end, align, fields }
}

/// The accesses that touch every scalar of a shape, as (offset, size). Padding is left out; where members overlap
/// (unions) everything is covered by the largest aligned pieces.
/// None is larger than an object at a multiple of `align` allows.
pub(crate) fn pieces(shape: &Shape, align: u32, model: DataModel) -> Vec<(u32, Bytes)> {
    let mut list = Vec::new();
    add_pieces(shape, 0, align, model, &mut list);
    list
}

fn add_pieces(shape: &Shape, at: u32, align: u32, model: DataModel, list: &mut Vec<(u32, Bytes)>) {
    match shape {
        Shape::Int { .. } | Shape::Float { .. } | Shape::Pointer => {
            let size = Bytes(shape.size(model) as u8);
            let access = largest_access(size, align.min(lowest_bit(at)), model);
            list.extend((0..size.0).step_by(access.0.into()).map(|it| (at + u32::from(it), access)));
        }
        Shape::Mutex => list.extend([(at, Bytes(4)), (at + 4, Bytes(4))]),
        Shape::Bytes(_) => add_chunks(shape, at, align, model, list),
        Shape::Array(element, count) => {
            let size = element.size(model);
            for index in 0..*count {
                add_pieces(element, at + index * size, align, model, list);
            }
        }
        Shape::Record { fields, .. } if overlap(fields, model) => add_chunks(shape, at, align, model, list),
        Shape::Record { fields, .. } => {
            for field in fields {
                add_pieces(&field.shape, at + field.offset, align, model, list);
            }
        }
    }
}

fn add_chunks(shape: &Shape, at: u32, align: u32, model: DataModel, list: &mut Vec<(u32, Bytes)>) {
    let chunk = chunk(shape, align.min(lowest_bit(at)), model);
    list.extend((0..shape.size(model)).step_by(chunk.0 as usize).map(|it| (at + it, chunk)));
}

/// The largest part of an access of `size` bytes that the machine takes at any multiple of `align`.
pub(super) fn largest_access(size: Bytes, align: u32, model: DataModel) -> Bytes {
    let mut access = size.0;
    while access > 1 && u32::from(model.alignment(access)) > align {
        access /= 2;
    }
    Bytes(access)
}

/// The largest access that is aligned everywhere in the shape when it starts at a multiple of `align` and of its own
/// alignment.
pub(crate) fn chunk(shape: &Shape, align: u32, model: DataModel) -> Bytes {
    let mut size = u32::from(largest_access(Bytes(shape.align(model).clamp(1, 8) as u8), align, model).0);
    while !size.is_power_of_two() || !shape.size(model).is_multiple_of(size) {
        size -= 1;
    }
    Bytes(size as u8)
}

fn overlap(fields: &[Field], model: DataModel) -> bool {
    let mut end = 0;
    fields.iter().any(|it| {
        let starts_before = it.offset < end;
        end = end.max(it.offset + it.shape.size(model));
        starts_before
    })
}

/// Where the mutexes in a shape are.
pub(super) fn mutexes(shape: &Shape, model: DataModel) -> Vec<u32> {
    match shape {
        Shape::Mutex => vec![0],
        Shape::Int { .. } | Shape::Float { .. } | Shape::Pointer | Shape::Bytes(_) => Vec::new(),
        Shape::Array(element, count) => {
            let inner = mutexes(element, model);
            let size = element.size(model);
            let count = if inner.is_empty() { 0 } else { *count };
            (0..count).flat_map(|index| inner.iter().map(move |it| index * size + it)).collect()
        }
        Shape::Record { fields, .. } => {
            fields.iter().flat_map(|it| mutexes(&it.shape, model).into_iter().map(|at| it.offset + at)).collect()
        }
    }
}
