//! Systems of which several workers can have one each.

use crate::{Lexicon, System, Threads, Unsupported};
use std::sync::Arc;

/// A system that is not the only one of its program: others explore other parts of it, at the same time or later.
pub trait Shareable: System {
    /// What it has found out on the way that matters to whoever explores the same program: what makes an exploration begin
    /// again, what was not looked at. In words that only systems of this kind understand, and that can be written to a file.
    fn lesson(&self) -> Vec<u64>;

    /// Knows what another one has found out, on top of what it has found out itself. To be called at its start.
    fn take_lesson(&mut self, lesson: &[u64]);

    /// From now on threads and places have the numbers that others give them. To be called at its start, once. False if names
    /// that it has numbered already have other numbers there: then it is a system of another program.
    #[must_use]
    fn share_names(&mut self, lexicon: &Arc<Lexicon>) -> bool;
}

/// Threads of a program of which several workers have some each, at the same time or one after the other.
pub trait ShareableThreads: Threads {
    /// How many things they have found out. As long as that is the same, so is the [lesson](ShareableThreads::lesson).
    fn facts(&self) -> usize;

    /// What they have found out on the way that matters to the whole exploration: what was not looked at, and what must not
    /// contradict what others have found out. In words that only threads of this kind understand, and that can be written to a
    /// file.
    fn lesson(&self) -> Vec<u64>;

    /// Know what others have found out, on top of what they have found out themselves.
    fn take_lesson(&mut self, lesson: &[u64]);

    /// What is in the way of an exploration of which each part has seen some of what is known, though none of them has noticed.
    fn contradiction(&self) -> Option<Unsupported>;

    /// From now on threads and objects have the numbers that others give them. To be called at the start, once. False if names
    /// that are numbered already have other numbers there: then these are threads of another program.
    #[must_use]
    fn share_names(&mut self, lexicon: &Arc<Lexicon>) -> bool;
}
