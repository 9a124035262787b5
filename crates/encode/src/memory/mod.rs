//! What memory is made of, for every engine that reasons about terms: objects, what a term can stand for, and so where an
//! address can point to.

mod objects;
mod places;
mod values;

pub use objects::{Kind, Object, Objects};
pub use places::Where;
pub use values::{Input, Meaning, Values};
