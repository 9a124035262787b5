//! Types that the typed tree does not have: complex numbers and the like, and the type of what is wrong.
//!
//! They are `Type::Opaque` with sizes that no object has. Such a type may be *named* (headers are full of it); the
//! error comes when something of that type is declared, read or computed, and the result is then of type [`ERROR`],
//! about which nobody complains again. Only an erroneous unit keeps [`ERROR`] in expressions; what is left in
//! declarations that nobody uses is made plain at the end by [`remove`].

use crate::codes;
use crate::tree::{Function, Record, Signature, Type, Variable};
use source::Code;
use std::rc::Rc;

const FIRST: u32 = 0xfff0_0000;

/// The type of what was reported already.
pub(crate) const ERROR: Type = Type::Opaque(u32::MAX);
const FLOAT: u32 = 0xfff1_0000;
const COMPLEX: u32 = 0xfff2_0000;
const INT128: u32 = 0xfff3_0000;
const ATOMIC: u32 = 0xfff5_0000;

pub(crate) fn float(size: u32) -> Type {
    Type::Opaque(FLOAT | size)
}

pub(crate) fn complex(size: u32) -> Type {
    Type::Opaque(COMPLEX | size)
}

pub(crate) fn int128() -> Type {
    Type::Opaque(INT128 | 16)
}

pub(crate) fn atomic(size: u32) -> Type {
    Type::Opaque(ATOMIC | (size & 0xffff))
}

/// The size of the object for `Opaque(size)`.
pub(crate) fn opaque_size(size: u32) -> u32 {
    if size == u32::MAX {
        4
    } else if size >= FIRST {
        size & 0xffff
    } else {
        size
    }
}

/// Why values of this type are not supported, if so.
pub(crate) fn unsupported(ty: &Type) -> Option<(Code, &'static str)> {
    match ty {
        Type::Opaque(size) if *size >= FIRST && *size != u32::MAX => Some(match *size & 0xffff_0000 {
            FLOAT => (codes::FLOAT, "not supported: floating point in this format"),
            COMPLEX => (codes::COMPLEX, "not supported: complex numbers"),
            INT128 => (codes::INT128, "there are no 128-bit integers in this data model"),
            _ => (codes::ATOMIC_TYPE, "not supported: _Atomic of something that is neither a number nor a pointer"),
        }),
        Type::Array(element, _) | Type::VariableArray(element, _) => unsupported(element),
        _ => None,
    }
}

/// Whether this type comes from an error that was reported.
pub(crate) fn is_error(ty: &Type) -> bool {
    match ty {
        Type::Opaque(size) => *size == u32::MAX,
        Type::Pointer(inner) | Type::Array(inner, _) | Type::VariableArray(inner, _) | Type::Atomic(inner) => {
            is_error(inner)
        }
        _ => false,
    }
}

/// Makes what is left in unused places plain bytes.
pub(crate) fn remove(records: &mut [Record], variables: &mut [Variable], functions: &mut [Function]) {
    for field in records.iter_mut().flat_map(|it| &mut it.fields) {
        plain(&mut field.ty);
    }
    variables.iter_mut().for_each(|it| plain(&mut it.ty));
    for function in functions {
        if signature_needs_it(&function.signature) {
            let Signature { mut result, mut parameters, variadic, .. } = Signature::clone(&function.signature);
            plain(&mut result);
            parameters.iter_mut().for_each(plain);
            function.signature = Rc::new(Signature::new(result, parameters, variadic));
        }
    }
}

fn signature_needs_it(signature: &Signature) -> bool {
    std::iter::once(&signature.result).chain(&signature.parameters).any(|it| unsupported(it).is_some())
}

fn plain(ty: &mut Type) {
    match ty {
        Type::Opaque(size) => *size = opaque_size(*size),
        Type::Array(element, _) if unsupported(element).is_some() => plain(Rc::make_mut(element)),
        _ => {}
    }
}
