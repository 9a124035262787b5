//! What the semantics and the engines are tested with: small programs with known answers, random programs, a
//! brute-force oracle that knows every interleaving of them, and a shrinker for those that fail.
//!
//! * [`agree`]: compares the machine under every reduction with the oracle.
//! * [`build`]: ir programs in a few lines of Rust.
//! * [`oracle`]: an independent reading of `docs/semantics.md` that enumerates everything. It shares no code with `vm`,
//!   `event` and `explore`; only the syntax in `ir` is common.
//! * [`random`]: random concurrent programs, small enough for the oracle.
//! * [`shrink`]: makes a failing program small.

pub mod agree;
pub mod build;
pub mod oracle;
pub mod random;
mod shrink;

pub use shrink::shrink;
