//! The C front end: from a `.c` or `.i` file to an [`ir::Program`].
//!
//! ```text
//! text ── preprocess ──▶ prepass ──▶ parse (lang-c) ──▶ sema ──▶ tree ──▶ lower ──▶ ir::Program
//! ```
//!
//! Start at [`load`]. `tree` is the seam: what is above it knows the parser, what is below it knows `ir`.

pub mod tree;
