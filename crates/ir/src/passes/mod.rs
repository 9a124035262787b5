//! Program transformations, one file each. Each takes a valid program and leaves a valid one.
//!
//! The usual order: [`escape`] (which slots others can see), [`mod@simplify`], [`choices`] (inputs to a few values),
//! [`loops`] (bounds, if asked for), [`mod@simplify`] again. [`fold`](mod@fold) and [`walk`] serve the others. [`places`]
//! changes nothing, it tells engines how small a frame can be.

pub mod choices;
pub mod escape;
pub mod fold;
pub mod loops;
pub mod places;
pub mod simplify;
pub mod walk;

mod coalesce;
mod terms;
#[cfg(test)]
mod testing;
mod values;
mod zero;

pub use choices::narrow_choices;
pub use escape::mark_escaping;
pub use loops::bound_loops;
pub use places::Places;
pub use simplify::simplify;
