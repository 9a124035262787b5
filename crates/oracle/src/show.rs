//! Which bytes of a global are part of a final state.
//!
//! The page names threads and objects but does not number them, so a word that is a handle or the address of a heap
//! object or slot may differ between two right implementations. What can hold such a word by its shape is not shown:
//! mutexes (they contain their holder), `Shape::Bytes` (no known structure: the place to put handles), and records that
//! contain either or a pointer. A pointer is shown if it is null or the address of a global or function, whose numbers
//! `ir` fixes. Programs that put handles or addresses into integers must not be compared by their final states; those
//! of [`crate::random`] do not.

use ir::{GlobalId, Program, Shape};

/// The comparable part of the contents of a global: all bytes, or none, or 0xff for each byte of a pointer to something
/// whose number is not fixed. For use on both sides of a comparison.
pub fn shown_bytes(program: &Program, global: GlobalId, bytes: &[u8]) -> Vec<u8> {
    shown(program, &program.globals[global.index()].shape, bytes)
}

fn shown(program: &Program, shape: &Shape, bytes: &[u8]) -> Vec<u8> {
    match shape {
        Shape::Int { .. } | Shape::Float { .. } => bytes.to_vec(),
        Shape::Mutex | Shape::Bytes(_) => Vec::new(),
        Shape::Pointer => {
            let word = bytes.iter().rev().fold(0, |word, &byte| word << 8 | u64::from(byte));
            let (object, _) = program.model.unpack(word);
            let is_fixed = object > 0 && object as usize <= program.globals.len() + program.functions.len();
            if word == 0 || is_fixed { bytes.to_vec() } else { vec![0xff; bytes.len()] }
        }
        Shape::Array(element, _) => {
            let size = element.size(program.model).max(1) as usize;
            bytes.chunks(size).flat_map(|it| shown(program, element, it)).collect()
        }
        Shape::Record { .. } => {
            if is_plain(shape) {
                bytes.to_vec()
            } else {
                Vec::new()
            }
        }
    }
}

/// Whether the shape has numbers only.
fn is_plain(shape: &Shape) -> bool {
    match shape {
        Shape::Int { .. } | Shape::Float { .. } => true,
        Shape::Pointer | Shape::Mutex | Shape::Bytes(_) => false,
        Shape::Array(element, _) => is_plain(element),
        Shape::Record { fields, .. } => fields.iter().all(|it| is_plain(&it.shape)),
    }
}
