//! Sizes and alignments of types in a data model, as the x86 psABIs have them.
//!
//! In ILP32 an eight-byte integer is aligned to 4 (i386), an atomic one to 8. Library types have the size that the
//! rest of Raddle gives them, not glibc's: see [`ir::MUTEX_SIZE`].

use crate::sema::special;
use crate::tree::{Float, Record, Type};
use ir::DataModel;

/// The size of a complete object type in bytes; `None` for `void`, functions, incomplete types and sizes beyond 32 bits.
pub fn size(ty: &Type, records: &[Record], model: DataModel) -> Option<u32> {
    match ty {
        Type::Void | Type::Function(_) | Type::Array(_, None) | Type::VariableArray(..) => None,
        Type::Bool => Some(1),
        Type::Int { bits, .. } => Some(u32::from(*bits).next_power_of_two() / 8),
        Type::Float(Float::Single) => Some(4),
        Type::Float(Float::Double) => Some(8),
        Type::Float(Float::Long) => Some(if model == DataModel::Lp64 { 16 } else { 12 }),
        Type::Pointer(_) => Some(model.pointer_bytes()),
        Type::Array(element, Some(count)) => size(element, records, model)?.checked_mul(*count),
        Type::Record(id) => {
            let record = records.get(id.0 as usize)?;
            record.complete.then_some(record.size)
        }
        Type::Atomic(inner) => size(inner, records, model),
        Type::Mutex => Some(ir::MUTEX_SIZE),
        Type::Opaque(size) => Some(special::opaque_size(*size)),
    }
}

/// The alignment of a type in bytes; 1 where there is none.
pub fn align(ty: &Type, records: &[Record], model: DataModel) -> u32 {
    match ty {
        Type::Void | Type::Function(_) | Type::Bool => 1,
        Type::Int { bits: 128, .. } => 16,
        Type::Int { bits, .. } => (u32::from(*bits).next_power_of_two() / 8).min(model.pointer_bytes()),
        Type::Float(Float::Single) => 4,
        Type::Float(Float::Double) => model.pointer_bytes(),
        Type::Float(Float::Long) => {
            if model == DataModel::Lp64 {
                16
            } else {
                4
            }
        }
        Type::Pointer(_) => model.pointer_bytes(),
        Type::Array(element, _) | Type::VariableArray(element, _) => align(element, records, model),
        Type::Record(id) => records.get(id.0 as usize).map_or(1, |it| it.align.max(1)),
        Type::Atomic(inner) => size(inner, records, model).unwrap_or(1).max(1),
        Type::Mutex => 4,
        Type::Opaque(size) => match special::opaque_size(*size) % 8 {
            0 => model.pointer_bytes(),
            4 => 4,
            2 | 6 => 2,
            _ => 1,
        },
    }
}
