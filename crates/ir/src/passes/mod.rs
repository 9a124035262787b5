//! Program transformations, one file each. Each takes a valid program and leaves a valid one.
//!
//! The usual order: [`handles`] (of threads, where only their creator sees them), [`mod@unset`] (what values mean that were never written), [`escape`] (which slots others can see), [`promote`] (private scalars to
//! registers), [`mod@simplify`], [`choices`] (inputs to a few values),
//! [`extents`] (sizes of objects that are known), [`doubts`] (the order of two objects), [`held`] (mutexes in memory that ends), [`spurious`] (what happens for no reason, as far as it shows something), [`loops`] (bounds, if asked for), [`mod@simplify`] again. [`fold`](mod@fold) and [`walk`] serve the others. [`places`],
//! [`points_to`] and [`repeats`] change nothing, they tell engines how small a frame can be, where accesses can go, and where
//! waiting loops are; [`reuse`] says where freed memory could be taken for what it was; [`wrap`](mod@wrap) lets arithmetic wrap around where that is asked for; [`exits`] where locals of callers outlive their thread; [`loop_nest`] says which loops there are and which can be left; [`faint`] which values decide nothing.
//! [`rounds`](mod@rounds) tells people which loops have an end that is seen.

pub mod choices;
pub mod doubts;
pub mod escape;
pub mod exits;
pub mod extents;
pub mod faint;
pub mod fold;
pub mod handles;
pub mod held;
pub mod loop_nest;
pub mod loops;
pub mod places;
pub mod points_to;
pub mod promote;
pub mod repeats;
pub mod reuse;
pub mod rounds;
pub mod simplify;
pub mod spurious;
pub mod unset;
pub mod walk;
pub mod wrap;

mod coalesce;
mod components;
mod terms;
#[cfg(test)]
mod testing;
mod values;
mod zero;

pub use choices::narrow_choices;
pub use escape::mark_escaping;
pub use faint::Faint;
pub use handles::store_private_handles;
pub use loop_nest::{LoopId, LoopNest};
pub use loops::{Counters, bound_busy_loops, bound_loops};
pub use places::{Places, Wanted};
pub use promote::promote_slots;
pub use repeats::Repeats;
pub use rounds::rounds;
pub use simplify::simplify;
pub use spurious::reduce_spurious;
pub use unset::{Reading, follow_unset, follow_unset_but};
pub use wrap::wrap_signed;
