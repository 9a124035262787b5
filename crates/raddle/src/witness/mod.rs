//! Witnesses in the formats of the software verification competition: written for an answer, and validated.
//!
//! [`outline`] finds what a witness can point at in the text of a program, [`sites`] says which code belongs to it, and
//! [`follow`] runs the machine and tells what threads come to. Whoever writes a witness ([`waypoints`]) and whoever looks
//! for an execution that fits one ([`search`]) see the same: what is written is passed when it is read again.
//! [`read`] knows the format, [`validate`] what becomes of a witness, [`specification`] the formulas.

pub mod expression;
pub mod follow;
pub mod ghosts;
pub mod metadata;
pub mod outline;
pub mod read;
pub mod resolve;
mod scope;
pub mod search;
pub mod sites;
pub mod specification;
pub mod survey;
pub mod validate;
pub mod verdict;
pub mod waypoints;
pub mod write;
